import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleProgram, NODELESS, nodelessPackages } from '../../scripts/everywhere/bundle-program.ts';
import { runInNode } from '../../scripts/everywhere/run-in-node.ts';
import { mustRun, runCommand } from '../../scripts/run-command.ts';
import { installRuntimes } from '../install.mjs';

const WORKERD_CONFIG = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = (
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
    (name = "program.js", esModule = embed "program.js"),
    (name = "expected", text = embed "expected.json"),
  ],
  compatibilityDate = "2026-01-01",
))]);
`;
const WORKER = `import { tryAll } from './program.js';
import expected from 'expected';
export default {
  async test() {
    const given = JSON.stringify(await tryAll());
    if (given !== expected) throw new Error('workerd gives ' + given);
  },
};
`;

describe('the packages that need no Node, in the real runtimes', () => {
  let runtimes: string;
  let folder: string;
  let expected: string;
  beforeAll(async () => {
    runtimes = installRuntimes();
    folder = mkdtempSync(join(tmpdir(), 'ctx-runtimes-'));
    expected = JSON.stringify(await runInNode());
    installPackages(folder);
  }, 600_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The program in the platform's package. Install scripts, which would link it, are off. */
  const program = (scope: string, path: string) => {
    const [platform = ''] = readdirSync(join(runtimes, scope));
    return join(runtimes, scope, platform, path);
  };

  it('do the same in Deno, without any permission, as in Node', async () => {
    const args = ['run', '--no-prompt', '--node-modules-dir=manual', 'main.mjs'];
    expect(await mustRun(program('@deno', 'deno'), args, { cwd: folder })).toBe(`${expected}\n`);
  });

  it('do the same in Bun as in Node', async () => {
    expect(await mustRun(program('@oven', 'bin/bun'), ['run', 'main.mjs'], { cwd: folder })).toBe(`${expected}\n`);
  });

  it.each([
    ['do the same in workerd, without compatibility flags, as in Node', '', 0],
    ['fail this test in workerd if the result differs', ' ', 1],
  ])('%s', async (_title, difference, exitCode) => {
    writeFileSync(join(folder, 'program.js'), await bundleProgram('esm'));
    writeFileSync(join(folder, 'worker.js'), WORKER);
    writeFileSync(join(folder, 'expected.json'), expected + difference);
    writeFileSync(join(folder, 'config.capnp'), WORKERD_CONFIG);
    const result = await runCommand(program('@cloudflare', 'bin/workerd'), ['test', 'config.capnp'], { cwd: folder });
    expect(result.stderr).toContain(exitCode === 0 ? '[ PASS ] main' : '[ FAIL ] main');
    expect(result.exitCode).toBe(exitCode);
  });
});

/** Creates a project with the packages as npm would install them, and a program that prints their results. */
function installPackages(folder: string): void {
  for (const [name, file] of nodelessPackages()) {
    // A subpath is installed with its package.
    if (!NODELESS.test(name)) continue;
    const target = join(folder, 'node_modules', name);
    mkdirSync(target, { recursive: true });
    cpSync(dirname(file), join(target, 'dist'), { recursive: true });
    copyFileSync(join(dirname(file), '../package.json'), join(target, 'package.json'));
  }
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const program = new URL('../../scripts/everywhere/__fixtures__/program.mjs', import.meta.url);
  copyFileSync(fileURLToPath(program), join(folder, 'program.mjs'));
  writeFileSync(
    join(folder, 'main.mjs'),
    "import { tryAll } from './program.mjs';\nconsole.log(JSON.stringify(await tryAll()));\n",
  );
}
