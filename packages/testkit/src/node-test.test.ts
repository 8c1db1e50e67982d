import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

let folder: string;

// Node 20 cannot run TypeScript, and tests do not build the packages. So the sources are bundled here.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ctx-testkit-'));
  await build({
    config: false,
    silent: true,
    entry: { kit: source('./index.ts'), assemblers: source('./__fixtures__/node-test-assemblers.ts') },
    outDir: folder,
    outExtension: () => ({ js: '.mjs' }),
    format: ['esm'],
    target: 'node20',
    noExternal: [/^@ctx\//],
    esbuildOptions: (options) => {
      options.conditions = ['@ctx/source'];
    },
  });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs one suite under `node --test` and returns its exit code and TAP report. */
async function runUnderNode(name: string): Promise<{ exitCode: number; report: string }> {
  const file = join(folder, `${name}.test.mjs`);
  await writeFile(
    file,
    `import { describe, it } from 'node:test';
     import { ${name} } from './assemblers.mjs';
     import { testAssembler } from './kit.mjs';
     testAssembler(${name}, { describe, it });`,
  );
  // These variables would make the inner test runner report to the outer one.
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env;
  return new Promise((resolve) => {
    execFile(process.execPath, ['--test', '--test-reporter=tap', file], { env }, (error, stdout) => {
      resolve({ exitCode: typeof error?.code === 'number' ? error.code : 0, report: stdout });
    });
  });
}

describe('testAssembler under node:test', () => {
  it('passes a correct assembler', async () => {
    const { exitCode, report } = await runUnderNode('sound');
    expect(report).toMatch(/^# fail 0$/m);
    expect(Number(/^# tests (\d+)$/m.exec(report)?.[1])).toBeGreaterThan(30);
    expect(exitCode).toBe(0);
  });

  it('fails a broken assembler and says why', async () => {
    const { exitCode, report } = await runUnderNode('losesTheTask');
    expect(exitCode).toBe(1);
    expect(report).toContain('The task is not in the output');
  });
});
