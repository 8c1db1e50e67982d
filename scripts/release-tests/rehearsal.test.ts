import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readBlocks } from '../docs/read-blocks.ts';
import { type ConsumerProject, createConsumerProject } from '../rehearsal/consumer-project.ts';
import { bundleSize, packageSize, textTable, unpackedSize } from '../rehearsal/package-sizes.ts';
import { readPublishedPackage } from '../rehearsal/read-tarball.ts';
import { mustRun } from '../run-command.ts';

/** Limit for all that core and one assembler export, with their dependencies, minified and compressed. */
const MAX_COMPRESSED_BYTES = 13_500;
const CORE_AND_ASSEMBLER = `export * from '@ctx/core';
export * from '@ctx/assembler-gemini';`;

const PROGRAM = `
const context = new ContextManager({ assemblers: [new GeminiContextAssembler()], maxMessages: undefined });
context.addMessage({ content: 'Hello', speaker: { roleId: 'max', roleName: 'Max', type: 'human', roleTitle: undefined } });
const { prompt, receipt } = context.assembleForAgent('gemini', 'gemini', { systemInstruction: undefined });
const problem = new CtxError('CTX_STORE_FAILED', 'The disk is full.');
console.log(JSON.stringify([prompt, receipt.usedBytes, CtxError.isInstance(problem)]));
`;
const PRINTED = '["Your task:\\nHello",16,true]\n';

describe('npx @ctx/cli demo', () => {
  it('plays the demo in an empty folder, and leaves only its log there', async () => {
    const project = createConsumerProject(inject('registryUrl'));
    try {
      const demo = await mustRun('npx', ['--yes', '@ctx/cli', 'demo'], {
        cwd: project.folder,
        env: { npm_config_registry: inject('registryUrl'), npm_config_cache: join(project.folder, '.npm') },
      });
      expect(demo).toMatch(/\nWhat it cost {2}5 turns · /);
      expect(demo).toContain('npx @ctx/cli view last');
      expect(readdirSync(project.folder).sort()).toEqual(['.ctx', '.npm']);
    } finally {
      project.remove();
    }
  });
});

describe('npm i @ctx/cli', () => {
  it('installs no database and no queue', async () => {
    const project = createConsumerProject(inject('registryUrl'));
    try {
      await project.install('@ctx/cli', '--package-lock-only');
      const { packages } = JSON.parse(readFileSync(join(project.folder, 'package-lock.json'), 'utf8'));
      const names = Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, ''));
      expect(names).toContain('@ctx/team');
      expect(names.filter((name) => /postgres|bullmq|^pg\b|redis/.test(name))).toEqual([]);
    } finally {
      project.remove();
    }
  });
});

describe('a folder after npm i @ctx/core @ctx/assembler-gemini', () => {
  let project: ConsumerProject;
  beforeAll(async () => {
    project = createConsumerProject(inject('registryUrl'));
    await project.install('@ctx/core', '@ctx/assembler-gemini');
  });
  afterAll(() => project.remove());

  it('holds these two packages, those of ours that they need, and nothing else', () => {
    const needed = ['assembler-gemini', 'assembler-plain', 'contract', 'core', 'trimmer'].map((name) => `@ctx/${name}`);
    expect(project.installed()).toEqual(needed);
    const { packages } = JSON.parse(readFileSync(join(project.folder, 'package-lock.json'), 'utf8'));
    expect(Object.keys(packages)).toEqual(['', ...needed.map((name) => `node_modules/${name}`)]);
  });

  it('runs a program that imports them', async () => {
    project.write(
      'import.mjs',
      `import { ContextManager, CtxError } from '@ctx/core';
      import { GeminiContextAssembler } from '@ctx/assembler-gemini';
      ${PROGRAM}`,
    );
    expect(await project.run('import.mjs')).toBe(PRINTED);
  });

  it('runs a program that requires them, with the same classes as an import gets', async () => {
    project.write(
      'require.cjs',
      `const { ContextManager, CtxError } = require('@ctx/core');
      const { GeminiContextAssembler } = require('@ctx/assembler-gemini');
      ${PROGRAM}
      import('@ctx/core').then((imported) => console.log(imported.ContextManager === ContextManager));`,
    );
    expect(await project.run('require.cjs')).toBe(`${PRINTED}true\n`);
  });

  it.each([
    ['nodenext', { module: 'nodenext', moduleResolution: 'nodenext' }],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
  ])('compiles a TypeScript program with the resolution %s', async (_name, compilerOptions) => {
    project.write(
      'program.mts',
      `import { ContextManager, CtxError, type AssemblerInput, type Receipt } from '@ctx/core';
      import { GeminiContextAssembler } from '@ctx/assembler-gemini';
      ${PROGRAM}
      const input: AssemblerInput = context.getContextForAgent('gemini', 'gemini', { replyTo: undefined });
      const bytes: Receipt['usedBytes'] = context.explainPrompt('gemini', input).receipt.usedBytes;
      // @ts-expect-error the types are real ones, not any
      const wrong: string = bytes;
      console.log(wrong);`,
    );
    await project.compile(compilerOptions);
  });

  it("runs the README's first example, pasted into a file", async () => {
    const blocks = readBlocks(readFileSync(new URL('../../README.md', import.meta.url), 'utf8'));
    const first = blocks.findIndex(({ language }) => language === 'ts' || language === 'js');
    project.write('example.mjs', blocks[first]?.text ?? '');
    expect(blocks[first + 1]?.language).toBe('output');
    expect(await project.run('example.mjs')).toBe(blocks[first + 1]?.text);
  });

  it('recognises the errors of another copy of the contract in the same program', async () => {
    cpSync(join(project.folder, 'node_modules/@ctx/contract'), join(project.folder, 'copy/contract'), {
      recursive: true,
    });
    project.write(
      'two-copies.mjs',
      `import * as ours from '@ctx/contract';
      import * as theirs from './copy/contract/dist/index.js';
      const tooSmall = new theirs.ContextBudgetError(1, 2);
      console.log(tooSmall instanceof ours.CtxError, ours.CtxError.isInstance(tooSmall));
      console.log(ours.ContextBudgetError.isInstance(tooSmall));
      console.log(ours.ContextBudgetError.isInstance(new theirs.CtxError('CTX_STORE_FAILED', 'another')));`,
    );
    expect(await project.run('two-copies.mjs')).toBe('false true\ntrue\nfalse\n');
  });

  it(`bundles core and the assembler into at most ${MAX_COMPRESSED_BYTES} compressed bytes`, async () => {
    const { brotli } = await bundleSize(project.folder, CORE_AND_ASSEMBLER);
    expect(brotli).toBeLessThanOrEqual(MAX_COMPRESSED_BYTES);
  });
});

describe('all packages together', () => {
  const names = inject('publishedPackages');

  it('install side by side, and have the sizes that README.md says', async () => {
    const project = createConsumerProject(inject('registryUrl'));
    try {
      await project.install(...names, '--prefer-offline');
      const rows = [];
      const promised = sizesInReadme();
      const outdated: string[] = [];
      for (const name of names) {
        const { tarball, version } = await readPublishedPackage(inject('registryUrl'), name);
        const size = await packageSize(project.folder, name);
        const unpacked = unpackedSize(join(project.folder, 'node_modules', name));
        const kilobytes = promised.get(name) ?? size.brotli / 1000;
        if (Math.abs(size.brotli / 1000 - kilobytes) > kilobytes * 0.1 + 0.2) {
          outdated.push(`${name} has ${size.brotli} bytes, README.md says ${kilobytes} KB`);
        }
        rows.push([`${name} ${version}`, tarball.length, unpacked, size.minified, size.gzip, size.brotli]);
      }
      const { minified, gzip, brotli } = await bundleSize(project.folder, CORE_AND_ASSEMBLER);
      rows.push(['@ctx/core + one assembler', '', '', minified, gzip, brotli]);
      console.log(textTable([['bytes', 'tarball', 'unpacked', 'minified', 'gzip', 'brotli'], ...rows]));
      expect(outdated).toEqual([]);
      expect(project.installed()).toEqual(expect.arrayContaining(names));
    } finally {
      project.remove();
    }
  });
});

/** The sizes in the table of packages in README.md, in KB. A row may name several packages. */
function sizesInReadme(): Map<string, number> {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const sizes = new Map<string, number>();
  for (const [row, kilobytes] of readme.matchAll(/^\|.*\(packages\/.*\| ([\d.]+) \|$/gm)) {
    for (const [, folder] of row.matchAll(/\(packages\/([\w-]+)\)/g)) sizes.set(`@ctx/${folder}`, Number(kilobytes));
  }
  expect(sizes.size).toBeGreaterThan(10);
  return sizes;
}
