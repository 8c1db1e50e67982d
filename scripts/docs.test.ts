import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { checkTypes } from './docs/check-types.ts';
import { findDocuments } from './docs/find-documents.ts';
import { readBlocks } from './docs/read-blocks.ts';
import { tryDocument } from './docs/try-document.ts';
import { createWorkshop } from './docs/workshop.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const documents = findDocuments(root).map((path) => ({
  path,
  blocks: readBlocks(readFileSync(join(root, path), 'utf8')),
}));
const repoScripts = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts);

describe('the code blocks of all documents', () => {
  const workshop = createWorkshop(root);
  const counts = new Map<string, number>();

  afterAll(() => {
    workshop.remove();
    const summary = [...counts].sort().map(([kind, count]) => `${count} ${kind}`);
    console.log(`Blocks in ${documents.length} documents: ${summary.join(', ')}`);
  });

  it('are there', () => {
    expect(documents.map(({ path }) => path)).toEqual(expect.arrayContaining(['README.md', 'CONTRIBUTING.md']));
  });

  it('compile', async () => {
    const benches = new Map(documents.map(({ path, blocks }) => [workshop.bench(path), blocks]));
    expect(await checkTypes(workshop.folder, benches)).toBe('');
  });

  describe.concurrent('hold', () => {
    it.each(documents.filter(({ blocks }) => blocks.length > 0))('in $path', async ({ path, blocks }) => {
      const trial = await tryDocument(blocks, {
        bench: workshop.bench(path),
        repoScripts,
        registryUrl: inject('registryUrl'),
        timeoutMs: 120_000,
      });
      for (const kind of trial.kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      expect(trial.problems.map((problem) => `${path} ${problem}`).join('\n\n')).toBe('');
    });
  });
});
