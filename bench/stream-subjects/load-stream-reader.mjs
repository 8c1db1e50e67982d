import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const SOURCE = fileURLToPath(new URL('../../packages/agent-runner/src/read/', import.meta.url));

/**
 * Loads `createStreamReader`, with which the runner reads a process. It is not part of the package's API, so it is
 * built here from the same source with the same tool.
 */
export async function loadStreamReader() {
  const contents = `export { createStreamReader } from './stream-reader.ts';`;
  const stdin = { contents, resolveDir: SOURCE, loader: 'ts' };
  const { outputFiles } = await build({ stdin, write: false, bundle: true, format: 'esm', platform: 'node' });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}
