import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { expect, it } from 'vitest';

/** What a built file loads at its start, and what these files load. */
function loadedBy(file: string, { outputs }: Metafile): string[] {
  const atStart = outputs[file]!.imports.filter(({ kind }) => kind === 'import-statement');
  return atStart.flatMap(({ path, external }) => (external ? [path] : loadedBy(path, { outputs, inputs: {} })));
}

it('The program starts without the packages that only its commands need, and in any Node', async () => {
  const { metafile } = await build({
    entryPoints: ['bin', 'main'].map((name) => fileURLToPath(new URL(`./${name}.ts`, import.meta.url))),
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    metafile: true,
    write: false,
  });
  const packages = loadedBy('dist/main.js', metafile).filter((name) => !name.startsWith('node:'));
  expect([...new Set(packages)]).toEqual(['picocolors']);
  // An old Node could load nothing else before it gets the sentence about itself.
  expect(loadedBy('dist/bin.js', metafile)).toEqual([]);
});
