import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { repoScriptsIn } from './docs/repo-script.ts';

const folder = new URL('../.github/workflows/', import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

const { NoOperationTraceWriter, parseWorkflow } = await loadWorkflowParser();

/** GitHub's parser imports JSON in the way of bundlers, which Node refuses: so it is bundled first. */
async function loadWorkflowParser(): Promise<typeof import('@actions/workflow-parser')> {
  const outfile = join(mkdtempSync(join(tmpdir(), 'ctx-workflow-parser-')), 'parser.cjs');
  await build({
    stdin: { contents: "export * from '@actions/workflow-parser';", resolveDir: fileURLToPath(folder) },
    bundle: true,
    platform: 'node',
    outfile,
  });
  try {
    return createRequire(import.meta.url)(outfile);
  } finally {
    rmSync(dirname(outfile), { recursive: true });
  }
}

/** What GitHub's own parser says against a workflow. */
function problemsOf(content: string): string[] {
  const { context } = parseWorkflow({ name: 'workflow.yml', content }, new NoOperationTraceWriter());
  return context.errors.getErrors().map((error) => error.message);
}

function read(name: string): string {
  return readFileSync(new URL(name, folder), 'utf8');
}

interface Step {
  run?: string;
  with?: Record<string, string>;
}

function commandsOf(workflow: { jobs: Record<string, { steps: Step[] }> }): string[] {
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  return steps
    .flatMap((step) => [step.run, step.with?.['version'], step.with?.['publish']])
    .filter((c) => c !== undefined);
}

describe.each(readdirSync(folder))('the workflow %s', (name) => {
  it('is one that GitHub accepts', () => {
    expect(problemsOf(read(name))).toEqual([]);
  });

  it('runs nothing but scripts of this repo', () => {
    const commands = commandsOf(parse(read(name)));
    expect(commands).not.toEqual([]);
    for (const command of commands)
      expect(Object.keys(scripts), command).toEqual(expect.arrayContaining(repoScriptsIn(command) ?? [command]));
  });
});

describe('the workflows', () => {
  it('check on every line of Node we support', () => {
    expect(parse(read('ci.yml')).jobs.test.strategy.matrix.node).toEqual([20, 22, 24]);
  });

  it('publish with provenance', () => {
    const { release } = parse(read('release.yml')).jobs;
    expect(release.permissions['id-token']).toBe('write');
    expect(release.steps.at(-1).env['NPM_CONFIG_PROVENANCE']).toBe('true');
  });

  it.each([
    ['a key that does not exist', 'runs-on:', 'runs-in:'],
    ['a job without a machine', 'runs-on: ubuntu-latest', 'env: {}'],
    ['an expression that does not end', 'matrix.node }}', 'matrix.node'],
    ['a permission that does not exist', 'contents: read', 'content: read'],
  ])('would be refused with %s', (_title, good, bad) => {
    expect(problemsOf(read('ci.yml').replace(good, bad))).not.toEqual([]);
  });
});
