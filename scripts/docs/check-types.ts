import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../run-command.ts';
import { sourceFileOf } from './module-block.ts';
import type { Block } from './read-blocks.ts';

const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));

/**
 * Compiles the ts blocks of all documents in one go, as strictly as we compile ourselves; gives what the compiler says.
 * @param folder the workshop, in which the folder of each document lies
 * @param documents the folder of each document and its blocks
 */
export async function checkTypes(folder: string, documents: ReadonlyMap<string, readonly Block[]>): Promise<string> {
  for (const [bench, blocks] of documents) {
    for (const block of blocks.filter(({ language }) => language === 'ts')) {
      const path = join(bench, sourceFileOf(block));
      mkdirSync(dirname(path), { recursive: true });
      // Pushed down to where it stands in the document, so that the compiler's line numbers are the document's.
      writeFileSync(path, '\n'.repeat(block.line) + block.text);
    }
  }
  // The compiler takes a project without files for a mistake.
  if (![...documents.values()].flat().some(({ language }) => language === 'ts')) return '';
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2023'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    moduleDetection: 'force',
    noEmit: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*/**/*.ts'] }));
  const { stdout, stderr } = await runCommand(tsc, ['-p', folder], { cwd: folder });
  return stdout + stderr;
}
