import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { fileNameOf } from '../docs/module-block.ts';
import { readBlocks } from '../docs/read-blocks.ts';
import { newAssembler } from '../new-assembler/new-assembler.mjs';
import { createConsumerProject } from '../rehearsal/consumer-project.ts';
import { copyOfRepo } from '../rehearsal/copy-of-repo.ts';
import { checkRepo } from '../repo-check/check-repo.mjs';
import { mustRun, runCommand } from '../run-command.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('npm run new:assembler -- my-agent, in a copy of this repo', () => {
  let copy: string;
  const folder = () => join(copy, 'packages/assembler-my-agent');
  const run = (command: string, ...args: string[]) =>
    mustRun(join(copy, 'node_modules/.bin', command), args, { cwd: copy, timeoutMs: 240_000 });

  beforeAll(async () => {
    copy = copyOfRepo(root);
    await mustRun('npm', ['run', 'new:assembler', '--', 'my-agent'], { cwd: copy, timeoutMs: 240_000 });
  }, 240_000);
  afterAll(() => rmSync(dirname(copy), { recursive: true, force: true }));

  it('creates a package in which no name of the template is left', () => {
    const files = readdirSync(folder(), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name));
    expect(files.length).toBeGreaterThan(8);
    for (const file of files) expect(file + readFileSync(file, 'utf8')).not.toMatch(/template(?! string)/i);
  });

  it('creates a package that keeps the rules of the repo', async () => {
    expect(checkRepo(copy)).toEqual([]);
    await run('biome', 'check', '--error-on-warnings', 'packages/assembler-my-agent');
    const ownFiles = { extends: './tsconfig.json', include: ['packages/assembler-my-agent'] };
    writeFileSync(join(copy, 'tsconfig.my-agent.json'), JSON.stringify(ownFiles));
    await run('tsc', '-p', 'tsconfig.my-agent.json');
  });

  it('creates a package that passes the conformance kit', async () => {
    const printed = await run('vitest', 'run', '--project', '@ctx/assembler-my-agent');
    expect(printed).toMatch(/\b[2-9]\d passed, 0 failed\n$/);
  });

  it('creates a package that builds, packs and works for its users as its README says', async () => {
    await run('pnpm', '--filter', '@ctx/assembler-my-agent', 'build');
    await run('pnpm', '--filter', '@ctx/assembler-my-agent', 'pack', '--pack-destination', copy);
    const project = createConsumerProject(inject('registryUrl'));
    try {
      await project.install('@ctx/core', join(copy, 'ctx-assembler-my-agent-0.1.0.tgz'));
      const [, example, output] = readBlocks(readFileSync(join(folder(), 'README.md'), 'utf8'));
      project.write('example.mjs', example?.text ?? '');
      expect(await project.run('example.mjs')).toBe(output?.text);
    } finally {
      project.remove();
    }
  });

  it('refuses in one line to create a package that exists', async () => {
    const again = await runCommand('node', ['scripts/ctx-repo.mjs', 'new:assembler', 'my-agent'], { cwd: copy });
    expect(again).toMatchObject({ exitCode: 2, stdout: '', stderr: 'packages/assembler-my-agent already exists.\n' });
  });
});

describe('the name of a new assembler', () => {
  it.each([
    [[], 'Give one agent name'],
    [['my', 'agent'], 'Give one agent name'],
    [['MyAgent'], '"MyAgent" is not a valid name'],
    [['my_agent'], 'is not a valid name'],
    [['../agent'], 'is not a valid name'],
    [['-agent'], 'is not a valid name'],
    [['agent-'], 'is not a valid name'],
    [['4ever'], 'is not a valid name'],
    [[''], 'is not a valid name'],
    [['a'.repeat(51)], 'is not a valid name'],
    [['assembler-acme'], 'Leave out "assembler-": npm run new:assembler -- acme'],
    [['template'], 'the template itself'],
    [['gemini'], 'packages/assembler-gemini already exists.'],
  ])('cannot be %j', (args, reason) => {
    const before = readdirSync(join(root, 'packages'));
    expect(() => newAssembler(root, args)).toThrow(reason);
    expect(readdirSync(join(root, 'packages'))).toEqual(before);
  });
});

describe('a new assembler', () => {
  it('is not left incomplete if the template cannot be read', () => {
    const empty = mkdtempSync(join(tmpdir(), 'ctx-empty-'));
    expect(() => newAssembler(empty, ['acme'])).toThrow('ENOENT');
    expect(existsSync(join(empty, 'packages/assembler-acme'))).toBe(false);
    rmSync(empty, { recursive: true });
  });
});

describe('an author outside this repo', () => {
  it('writes an assembler in one file and tests it with the published kit under node:test', async () => {
    const guide = readBlocks(readFileSync(join(root, 'docs/writing-an-assembler.md'), 'utf8'));
    const project = createConsumerProject(inject('registryUrl'));
    try {
      await project.install('--save-dev', '@ctx/testkit', '@ctx/contract', '@ctx/trimmer');
      expect(project.installed()).toEqual(['@ctx/contract', '@ctx/testkit', '@ctx/trimmer']);
      for (const block of guide) project.write(fileNameOf(block) ?? 'unnamed.txt', block.text);
      const test = () => runCommand('node', ['--test', 'acme-assembler.test.mjs'], { cwd: project.folder });
      const good = await test();
      expect(good.stdout).toMatch(/pass [2-9]\d\n/);
      expect(good.exitCode).toBe(0);

      const source = readFileSync(join(project.folder, 'acme-assembler.mjs'), 'utf8');
      project.write('acme-assembler.mjs', source.replace('{from} said: {content}', 'somebody said: {content}'));
      expect((await test()).exitCode).toBe(1);
    } finally {
      project.remove();
    }
  });
});
