import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../run-command.ts';
import { sourceFileOf } from './module-block.ts';
import type { Block } from './read-blocks.ts';

const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));

/**
 * Compiles the ts blocks of all documents at once, with strict options. Returns the output of the compiler, `''` if all is
 * well.
 * @param folder The sandbox, which holds the folders of all documents.
 * @param documents The folder of each document, with its blocks.
 */
export async function checkTypes(folder: string, documents: ReadonlyMap<string, readonly Block[]>): Promise<string> {
  for (const [documentFolder, blocks] of documents) {
    for (const block of blocks.filter(({ language }) => language === 'ts')) {
      const path = join(documentFolder, sourceFileOf(block));
      mkdirSync(dirname(path), { recursive: true });
      // With empty lines before it, so that the compiler reports the line numbers of the document.
      writeFileSync(path, '\n'.repeat(block.line) + block.text);
    }
  }
  // The compiler fails for a project without files.
  if (![...documents.values()].flat().some(({ language }) => language === 'ts')) return '';
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2023'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    moduleDetection: 'force',
    noEmit: true,
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*/**/*.ts', '*/**/*.mts'] }),
  );
  const { stdout, stderr } = await runCommand(tsc, ['-p', folder], { cwd: folder });
  return stdout + stderr;
}
