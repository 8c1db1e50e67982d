import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CommandResult, runCommand } from '../run-command.ts';
import { checkDataBlock } from './data-block.ts';
import { isTestFile, runModuleBlock } from './module-block.ts';
import type { Block } from './read-blocks.ts';
import { repoScriptsIn } from './repo-script.ts';

/** What is around a document while its blocks are tried. */
export interface TrialOptions {
  /** Folder of this document alone; files that its blocks name or make stay there for the blocks after. */
  readonly bench: string;
  /** Names of the scripts in the repo's package.json. */
  readonly repoScripts: readonly string[];
  /** Registry that has our packages. */
  readonly registryUrl: string;
  /** For each block. */
  readonly timeoutMs: number;
}

/** What became of a document's blocks. */
export interface Trial {
  /** One entry per block: what was done with it. */
  readonly kinds: readonly string[];
  /** `line 12: …`, one for each block that does not hold. */
  readonly problems: readonly string[];
}

/** Executes the blocks of one document in order, as its reader would. */
export async function tryDocument(blocks: readonly Block[], options: TrialOptions): Promise<Trial> {
  const kinds: string[] = [];
  const problems: string[] = [];
  for (const [index, block] of blocks.entries()) {
    const next = blocks[index + 1];
    const promised = next?.language === 'output' ? next.text : undefined;
    const { kind, problem } = await tryBlock(block, promised, options);
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

async function tryBlock(block: Block, promised: string | undefined, options: TrialOptions): Promise<Outcome> {
  const kind = block.language;
  switch (kind) {
    case 'ts':
    case 'js': {
      const result = await runModuleBlock(block, options.bench, options.timeoutMs);
      if (isTestFile(block)) return { kind: `${kind} test`, problem: failure(result) };
      return { kind, problem: failure(result) ?? printsOtherwise(result, promised ?? '') };
    }
    case 'sh':
      return tryShell(block, promised, options);
    case 'json':
    case 'yaml':
      return { kind, problem: checkDataBlock(block, options.bench) };
    case 'output':
    case 'text':
      return { kind };
    default:
      return { kind, problem: `unknown language "${kind}"; use ts, js, sh, yaml, json, output or text` };
  }
}

async function tryShell(block: Block, promised: string | undefined, options: TrialOptions): Promise<Outcome> {
  const scripts = repoScriptsIn(block.text);
  if (scripts !== undefined) {
    const missing = scripts.filter((script) => !options.repoScripts.includes(script));
    const problem = missing.length > 0 ? `package.json has no script ${missing.join(', ')}` : undefined;
    return { kind: 'sh that names scripts of the repo (not run)', problem };
  }
  // Not by the environment: a shell drops variables with such a name.
  writeFileSync(join(options.bench, '.npmrc'), `@ctx:registry=${options.registryUrl}\n`);
  const result = await runCommand('sh', ['-e', '-c', block.text], {
    cwd: options.bench,
    timeoutMs: options.timeoutMs,
    env: {
      npm_config_prefer_offline: 'true',
      npm_config_yes: 'true',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
    },
  });
  return {
    kind: 'sh',
    problem: failure(result) ?? (promised === undefined ? undefined : printsOtherwise(result, promised)),
  };
}

function failure({ exitCode, stdout, stderr, timedOut }: CommandResult): string | undefined {
  if (timedOut) return 'does not end by itself';
  return exitCode === 0 ? undefined : `fails with ${exitCode}\n${stdout}${stderr}`.trimEnd();
}

function printsOtherwise({ stdout }: CommandResult, promised: string): string | undefined {
  if (stdout === promised) return undefined;
  if (promised === '') return `prints, but no output block follows:\n${stdout}`;
  return `prints\n${stdout}instead of\n${promised}`;
}

function isExecuted(block: Block | undefined): boolean {
  return block !== undefined && ['ts', 'js', 'sh'].includes(block.language);
}
