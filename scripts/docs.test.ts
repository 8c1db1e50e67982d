import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { checkTypes } from './docs/check-types.ts';
import { findDocuments } from './docs/find-documents.ts';
import { type Block, readBlocks } from './docs/read-blocks.ts';
import { createSandbox } from './docs/sandbox.ts';
import { tryDocument } from './docs/try-document.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const documents = findDocuments(root).map((path) => ({
  path,
  blocks: readBlocks(readFileSync(join(root, path), 'utf8')),
}));
const repoScripts = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts);

/** Files of "Writing an assembler" that are run as JavaScript and, as the document says, are also valid TypeScript. */
const ALSO_TYPESCRIPT = /^\/\/ (tagged-assembler(?:\.test)?)\.mjs\n/;

function alsoTypeScript(block: Block): Block {
  const { language, text } = block;
  if (language !== 'js' || !ALSO_TYPESCRIPT.test(text)) return block;
  return { ...block, language: 'ts', text: text.replace(ALSO_TYPESCRIPT, '// $1.mts\n') };
}

describe('the code blocks of all documents', () => {
  const sandbox = createSandbox(root);
  const counts = new Map<string, number>();

  afterAll(() => {
    sandbox.remove();
    const summary = [...counts].sort().map(([kind, count]) => `${count} ${kind}`);
    console.log(`Blocks in ${documents.length} documents: ${summary.join(', ')}`);
  });

  it('come from the documents of the whole repo', () => {
    expect(documents.map(({ path }) => path)).toEqual(expect.arrayContaining(['README.md', 'CONTRIBUTING.md']));
  });

  it('begin with the two commands for a newcomer, the demo and the tests, in README.md', () => {
    const [first] = documents.find(({ path }) => path === 'README.md')!.blocks;
    expect(first?.text).toMatch(/^npm run demo\nnpm test\b/);
  });

  it('are followed in README.md by what was measured for docs/memory.md', () => {
    const tableOf = (path: string) =>
      /(^\|[^\n]*facts known at the end \|\n(?:\|[^\n]*\n?)+)/m
        .exec(readFileSync(join(root, path), 'utf8'))?.[1]
        ?.trim();
    expect(tableOf('README.md')).toContain('97 of 97');
    expect(tableOf('README.md')).toBe(tableOf('docs/memory.md'));
  });

  it('compile', async () => {
    const folders = new Map(documents.map(({ path, blocks }) => [sandbox.folderFor(path), blocks.map(alsoTypeScript)]));
    expect(await checkTypes(sandbox.folder, folders)).toBe('');
  });

  describe.concurrent('do what the document says', () => {
    it.each(documents.filter(({ blocks }) => blocks.length > 0))('in $path', async ({ path, blocks }) => {
      const trial = await tryDocument(blocks, {
        folder: sandbox.folderFor(path),
        repoScripts,
        registryUrl: inject('registryUrl'),
        timeoutMs: 120_000,
      });
      for (const kind of trial.kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      expect(trial.problems.map((problem) => `${path} ${problem}`).join('\n\n')).toBe('');
    });
  });
});
