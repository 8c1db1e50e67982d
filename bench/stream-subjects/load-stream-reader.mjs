import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const SOURCE = fileURLToPath(new URL('../../packages/agent-runner/src/stream/', import.meta.url));
const OUTPUT = new URL('../.tmp/', import.meta.url);

/**
 * What the runner reads a process with: `createLineReader` and `readBlock`. They are no part of the package's API, so
 * they are built by themselves, from the same source and by the same tool.
 */
export async function loadStreamReader() {
  const outfile = fileURLToPath(new URL(`stream-reader-${process.pid}.mjs`, OUTPUT));
  const contents = `export { createLineReader } from './line-reader.ts'; export { readBlock } from './read-block.ts';`;
  const stdin = { contents, resolveDir: SOURCE, loader: 'ts' };
  await build({ stdin, outfile, bundle: true, format: 'esm', platform: 'node', packages: 'external' });
  return import(pathToFileURL(outfile).href);
}
