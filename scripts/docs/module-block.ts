import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { type CommandResult, runCommand } from '../run-command.ts';
import type { Block } from './read-blocks.ts';

const vitest = fileURLToPath(new URL('../../node_modules/.bin/vitest', import.meta.url));

/** A block whose first line is a comment with a file name is written to that file, for the blocks after it. */
const FILE_NAME = /^(?:\/\/|#) ([\w./-]+\.\w+)\n/;

/** The file name in the first line of a block, or undefined. */
export function fileNameOf({ text }: Block): string | undefined {
  return FILE_NAME.exec(text)?.[1];
}

/** The file in which a block of TypeScript is type-checked. */
export function sourceFileOf(block: Block): string {
  return fileNameOf(block) ?? `line-${block.line}.ts`;
}

/** True for a block that is a test file. Its report holds times, so it is not compared. */
export function isTestFile({ text }: Block): boolean {
  return /from '(node:test|vitest)'/.test(text);
}

/** Variables for a block. What ctx keeps in the user's own folder stays in the folder of the document. */
export function blockEnvironment(folder: string): Record<string, string> {
  return { XDG_CONFIG_HOME: join(folder, '.config') };
}

/** Runs a ts or js block as a module in the folder of its document. */
export async function runModuleBlock(block: Block, folder: string, timeoutMs: number): Promise<CommandResult> {
  const source = join(folder, sourceFileOf(block));
  mkdirSync(dirname(source), { recursive: true });
  const options = { cwd: folder, timeoutMs, env: blockEnvironment(folder) };
  if (/from 'vitest'/.test(block.text)) {
    writeFileSync(source, block.text);
    return runCommand(vitest, ['run', '--root', folder, source], options);
  }
  const module = source.replace(/\.ts$/, '.js');
  try {
    const { code } = await transform(block.text, { loader: 'ts', format: 'esm', target: 'node20', logLevel: 'silent' });
    writeFileSync(module, code);
  } catch (error) {
    return { exitCode: 1, stdout: '', stderr: (error as Error).message, timedOut: false };
  }
  return runCommand('node', [module], options);
}
