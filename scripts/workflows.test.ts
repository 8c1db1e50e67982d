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

/** Bundles GitHub's parser first, because it imports JSON in a way that only bundlers support. */
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

/** The errors that GitHub's own parser reports for a workflow. */
function problemsOf(content: string): string[] {
  const { context } = parseWorkflow({ name: 'workflow.yml', content }, new NoOperationTraceWriter());
  return context.errors.getErrors().map((error) => error.message);
}

function read(name: string): string {
  return readFileSync(new URL(name, folder), 'utf8');
}

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, string | boolean>;
  env?: Record<string, string>;
}

interface Job {
  /** Another workflow that runs instead of steps. */
  uses?: string;
  needs?: string;
  steps?: Step[];
  permissions?: Record<string, string>;
}

function jobsOf(name: string): Record<string, Job> {
  return parse(read(name)).jobs;
}

/** The commands of a job, without the `sudo` prefix that some tests need. */
function commandsOf({ steps = [] }: Job): string[] {
  return steps
    .flatMap((step) => [step.run, step.with?.['version'] as string, step.with?.['publish'] as string])
    .filter((command) => command !== undefined)
    .map((command) => command.replace(/^sudo env "PATH=\$PATH" /, ''))
    .flatMap(withoutGroups);
}

/** The commands of each group in .ci/steps. */
const groups = new Map<string, string[]>();
for (const [, group = '', command = ''] of readFileSync(new URL('../.ci/steps', import.meta.url), 'utf8').matchAll(
  /^(\w+) +(.+)$/gm,
)) {
  groups.set(group, [...(groups.get(group) ?? []), command]);
}

/** Replaces `.ci/run GROUP` by the commands of that group. */
function withoutGroups(command: string): string[] {
  const [, group] = /^\.ci\/run (\w+)$/.exec(command) ?? [];
  return group === undefined ? [command] : (groups.get(group) ?? [command]);
}

describe.each(readdirSync(folder))('the workflow %s', (name) => {
  it('is accepted by GitHub’s parser', () => {
    expect(problemsOf(read(name))).toEqual([]);
  });

  it('runs only scripts of this repo', () => {
    const commands = Object.values(jobsOf(name)).flatMap(commandsOf);
    expect(commands).not.toEqual([]);
    for (const command of commands) {
      expect(Object.keys(scripts), command).toEqual(expect.arrayContaining(repoScriptsIn(command) ?? [command]));
    }
  });

  it('pins foreign actions to a commit, with the version in a comment', () => {
    const uses = [...read(name).matchAll(/\buses: (.+)$/gm)].map(([, action]) => action ?? '');
    expect(uses).not.toEqual([]);
    for (const action of uses) expect(action).toMatch(/^(\.\/\S+|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/);
  });

  it('keeps no credentials in a checkout', () => {
    const steps = Object.values(jobsOf(name)).flatMap((job) => job.steps ?? []);
    for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))) {
      expect(step.with).toMatchObject({ 'persist-credentials': false });
    }
  });

  it('gives jobs only read access by default', () => {
    expect(parse(read(name)).permissions).toEqual({ contents: 'read' });
  });
});

describe('the workflows', () => {
  it('test on every supported major version of Node', () => {
    const { test, nodes } = parse(read('ci.yml')).jobs;
    expect(test.strategy.matrix.node).toEqual([20, 22, 24, 26]);
    const pinned = JSON.parse(readFileSync(new URL('../e2e/nodes/package.json', import.meta.url), 'utf8')).dependencies;
    expect(nodes.strategy.matrix.node.map((line: number) => `node-${line}`)).toEqual(Object.keys(pinned));
  });

  it('run the tests for every change and before every release', () => {
    const commands = Object.values(jobsOf('ci.yml')).flatMap(commandsOf);
    // The job `nodes` tests on more lines of Node than .ci/run.
    const { nodes: _nodes, ...steps } = Object.fromEntries(groups);
    expect(Object.keys(steps)).toEqual(['test', 'system', 'release']);
    expect(commands).toEqual(expect.arrayContaining(Object.values(steps).flat()));
    expect(parse(read('ci.yml')).on).toHaveProperty('pull_request');
    const { test, version, pack, publish } = jobsOf('release.yml');
    expect(test?.uses).toBe('./.github/workflows/ci.yml');
    expect([version?.needs, pack?.needs, publish?.needs]).toEqual(['test', 'version', 'pack']);
  });

  it('may fail only on macOS', () => {
    const { test, ...others } = parse(read('ci.yml')).jobs;
    expect(test.strategy.matrix.include).toEqual([{ node: 20, os: 'macos-latest', 'may-fail': true }]);
    expect(test['continue-on-error']).toContain('{ matrix.may-fail || false }');
    expect(JSON.stringify(others)).not.toContain('continue-on-error');
  });

  it('publish in a separate job, with provenance, without a token and without scripts of packages', () => {
    const { publish, ...others } = jobsOf('release.yml');
    expect(commandsOf(publish ?? {})).toEqual(['npm run release:publish']);
    expect(publish?.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
    const { env } = publish?.steps?.at(-1) ?? {};
    expect(env).toMatchObject({ NPM_CONFIG_PROVENANCE: 'true', NPM_CONFIG_IGNORE_SCRIPTS: 'true' });
    for (const job of Object.values(others)) expect(job.permissions ?? {}).not.toHaveProperty('id-token');
    expect(read('release.yml')).not.toContain('NPM_TOKEN');
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
