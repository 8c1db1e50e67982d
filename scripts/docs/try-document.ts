import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CommandResult, runCommand } from '../run-command.ts';
import { checkDataBlock } from './data-block.ts';
import { blockEnvironment, fileNameOf, isTestFile, runModuleBlock, sourceFileOf } from './module-block.ts';
import type { Block } from './read-blocks.ts';
import { repoScriptsIn } from './repo-script.ts';

/** Options of `tryDocument`. */
export interface TrialOptions {
  /** Folder for this document only. Files that its blocks name or create stay there for the blocks after them. */
  readonly folder: string;
  /** Names of the scripts in the repo's package.json. */
  readonly repoScripts: readonly string[];
  /** Registry with our packages. */
  readonly registryUrl: string;
  /** Time-out of each block. */
  readonly timeoutMs: number;
}

/** The result of running a document's blocks. */
export interface Trial {
  /** The kind of each block, such as `ts` or `ts test`. */
  readonly kinds: readonly string[];
  /** `line 12: …`, one for each block that does not do what the document says. */
  readonly problems: readonly string[];
}

/** Runs the blocks of one document in order, as a reader would. */
export async function tryDocument(blocks: readonly Block[], options: TrialOptions): Promise<Trial> {
  const kinds: string[] = [];
  const problems: string[] = [];
  for (const [index, block] of blocks.entries()) {
    const next = blocks[index + 1];
    const expected = next?.language === 'output' ? next.text : undefined;
    const { kind, problem } = isRunByNext(block, next)
      ? writeTestFile(block, options.folder)
      : await tryBlock(block, expected, options);
    kinds.push(kind);
    if (problem !== undefined) problems.push(`line ${block.line}: ${problem}`);
    if (block.language === 'output' && !isExecuted(blocks[index - 1])) {
      problems.push(`line ${block.line}: an output block must follow the ts, js or sh block that prints it`);
    }
  }
  return { kinds, problems };
}

interface Outcome {
  readonly kind: string;
  readonly problem?: string | undefined;
}

/** True for a test file in JavaScript that the next block runs with `node --test`: once is enough. */
function isRunByNext(block: Block, next: Block | undefined): boolean {
  const isTest = block.language === 'js' && isTestFile(block) && fileNameOf(block) !== undefined;
  return isTest && next?.language === 'sh' && next.text.startsWith('node --test');
}

function writeTestFile(block: Block, folder: string): Outcome {
  writeFileSync(join(folder, sourceFileOf(block)), block.text);
  return { kind: 'js test, run by the next block' };
}

async function tryBlock(block: Block, expected: string | undefined, options: TrialOptions): Promise<Outcome> {
  const kind = block.language;
  switch (kind) {
    case 'ts':
    case 'js': {
      const result = await runModuleBlock(block, options.folder, options.timeoutMs);
      if (isTestFile(block)) return { kind: `${kind} test`, problem: failure(result) };
      return { kind, problem: failure(result) ?? wrongOutput(result, expected ?? '') };
    }
    case 'sh':
      return tryShell(block, expected, options);
    case 'json':
    case 'yaml':
      return { kind, problem: checkDataBlock(block, options.folder) };
    case 'output':
    case 'text':
      return { kind };
    default:
      return { kind, problem: `unknown language "${kind}"; use ts, js, sh, yaml, json, output or text` };
  }
}

async function tryShell(block: Block, expected: string | undefined, options: TrialOptions): Promise<Outcome> {
  const scripts = repoScriptsIn(block.text);
  if (scripts !== undefined) {
    const missing = scripts.filter((script) => !options.repoScripts.includes(script));
    const problem = missing.length > 0 ? `package.json has no script ${missing.join(', ')}` : undefined;
    return { kind: 'sh that names scripts of the repo (not run)', problem };
  }
  // In a file, because a shell drops environment variables with `@` or `:` in their name.
  writeFileSync(join(options.folder, '.npmrc'), `@ctx:registry=${options.registryUrl}\n`);
  const result = await runCommand('sh', ['-e', '-c', block.text], {
    cwd: options.folder,
    timeoutMs: options.timeoutMs,
    env: {
      ...blockEnvironment(options.folder),
      npm_config_prefer_offline: 'true',
      npm_config_yes: 'true',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
    },
  });
  return {
    kind: 'sh',
    problem: failure(result) ?? (expected === undefined ? undefined : wrongOutput(result, expected)),
  };
}

function failure({ exitCode, stdout, stderr, timedOut }: CommandResult): string | undefined {
  if (timedOut) return 'does not end by itself';
  return exitCode === 0 ? undefined : `fails with ${exitCode}\n${stdout}${stderr}`.trimEnd();
}

function wrongOutput({ stdout }: CommandResult, expected: string): string | undefined {
  if (stdout === expected) return undefined;
  if (expected === '') return `prints, but no output block follows:\n${stdout}`;
  return `prints\n${stdout}instead of\n${expected}`;
}

function isExecuted(block: Block | undefined): boolean {
  return block !== undefined && ['ts', 'js', 'sh'].includes(block.language);
}
