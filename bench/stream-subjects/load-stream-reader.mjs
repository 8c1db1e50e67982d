import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const SOURCE = fileURLToPath(new URL('../../packages/agent-runner/src/read/', import.meta.url));

/**
 * What the runner reads a process with: `createStreamReader`. It is not part of the package's API, so it is built by
 * itself, from the same source and by the same tool.
 */
export async function loadStreamReader() {
  const contents = `export { createStreamReader } from './stream-reader.ts';`;
  const stdin = { contents, resolveDir: SOURCE, loader: 'ts' };
  const { outputFiles } = await build({ stdin, write: false, bundle: true, format: 'esm', platform: 'node' });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}
