import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { bundleProgram, NODELESS, nodelessPackages } from '../everywhere/bundle-program.ts';
import type { ProgramResult } from '../everywhere/program-result.ts';
import { runInNode } from '../everywhere/run-in-node.ts';
import { createConsumerProject } from '../rehearsal/consumer-project.ts';
import { mustRun, runCommand } from '../run-command.ts';

/** All globals that the packages need beyond the language. docs/runtimes.md names them. */
const GLOBALS = ['TextEncoder'];

const bareContext = fileURLToPath(new URL('../everywhere/bare-context.mjs', import.meta.url));

describe('the packages that need no Node', () => {
  let inNode: ProgramResult;
  beforeAll(async () => {
    inNode = await runInNode();
  });

  it('work in Node, whose result the other runtimes are compared with', () => {
    expect(inNode.prompts.map(({ agentType }) => agentType)).toEqual(['claude-code', 'codex', 'gemini', 'plain']);
    for (const { prompt, receipt, bytesOfCopy, tooSmall } of inNode.prompts) {
      expect(Buffer.from(bytesOfCopy).toString()).toBe(prompt);
      expect(receipt.usedBytes).toBeLessThanOrEqual(2_000);
      expect(prompt).toContain('为什么？');
      expect(tooSmall).toBe('CTX_BUDGET_TOO_SMALL');
    }
    expect(inNode.model).toMatchObject({ status: 'compressed', visible: 'Hello!' });
    expect(inNode.truncated).toBe('a');
  });

  it(`run in a bare context with no globals but ${GLOBALS.join(' and ')}`, async () => {
    const setup = JSON.stringify({ packages: [...nodelessPackages()], globals: GLOBALS });
    const args = ['--experimental-vm-modules', '--no-warnings', bareContext, setup];
    expect(JSON.parse(await mustRun('node', args, { cwd: '.' }))).toEqual(inNode);
  });

  it('fail in a bare context without these globals, so the test above would notice a missing one', async () => {
    const setup = JSON.stringify({ packages: [...nodelessPackages()], globals: [] });
    const args = ['--experimental-vm-modules', '--no-warnings', bareContext, setup];
    expect((await runCommand('node', args, { cwd: '.' })).stderr).toContain('TextEncoder is not defined');
  });

  it('run as one script for browsers', async () => {
    const context = vm.createContext(Object.fromEntries(GLOBALS.map((name) => [name, Reflect.get(globalThis, name)])));
    vm.runInContext(await bundleProgram('iife'), context);
    expect(JSON.parse(await vm.runInContext('program.tryAll().then(JSON.stringify)', context))).toEqual(inNode);
  });

  it('have types that need no @types/node, only the language and a declaration of AbortSignal', async () => {
    const names = inject('publishedPackages').filter((name) => NODELESS.test(name));
    const project = createConsumerProject(inject('registryUrl'));
    try {
      await project.install(...names);
      project.write('all.mts', names.map((name, index) => `export * as a${index} from '${name}';\n`).join(''));
      for (const platform of ['dom', 'webworker']) {
        await project.compile({ ...NODENEXT, lib: ['es2022', platform] });
      }
      project.write(
        'signal.mts',
        'declare global {\n  interface AbortSignal {\n    readonly aborted: boolean;\n  }\n}\nexport {};\n',
      );
      await project.compile({ ...NODENEXT, lib: ['es2022'] });
    } finally {
      project.remove();
    }
  });
});

const NODENEXT = { module: 'nodenext', moduleResolution: 'nodenext', types: [] };
