// Runs the npm scripts of the repo: `npm run demo`, `npm test` and so on. Needs only Node and npm. It gets pnpm, installs
// the dependencies if the lockfile has changed, and then runs the real tools.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newAssembler } from './new-assembler/new-assembler.mjs';
import { packArguments } from './release/pack-arguments.mjs';
import { renameScope } from './rename-scope/rename-scope.mjs';
import { dependenciesAreInstalled, installDependencies } from './tasks/install.mjs';
import { nodeIsSupported } from './tasks/node-version.mjs';
import { otherNodes } from './tasks/other-nodes.mjs';
import { planTests } from './tasks/plan-tests.mjs';
import { runAll } from './tasks/run-all.mjs';
import { createToolRunner } from './tasks/run-tool.mjs';
import { TaskFailure } from './tasks/task-failure.mjs';
import { withTemporaryFolder } from './tasks/temporary-folder.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { run, runQuietly } = createToolRunner(root);
const [task = '', ...rest] = process.argv.slice(2);

/** @type {Record<string, () => Promise<void>>} */
const tasks = {
  demo: async () => {
    await build();
    await run('node', ['apps/cli/dist/bin.js', 'demo', ...rest]);
  },
  test: async () => {
    const plan = planTests(root, rest);
    if (plan.check) await check();
    if (plan.build) await build();
    console.log('Testing …');
    await runTests(plan.vitest);
  },
  'test:watch': () => run('vitest', ['watch', ...(rest.length > 0 ? rest : ['packages/'])]),
  'test:nodes': async () => {
    const { nodes, vitest } = otherNodes(rest);
    await build();
    for (const { version, bin } of nodes) {
      console.log(`Testing on Node ${version} …`);
      await runTests(['run', ...vitest], bin);
    }
  },
  'test:system': () =>
    testBuilt('apps/cli/vitest.system.config.ts', 'the app as a program, in a terminal, with a full disk and kill -9'),
  'test:release': () => testBuilt('scripts/vitest.release.config.ts', 'what a release would publish'),
  e2e: () => testBuilt('e2e/vitest.config.ts', 'with the real CLIs'),
  'e2e:scale': () => testBuilt('e2e/scale/vitest.config.ts', 'with a real Postgres, many processes, and crashes'),
  'e2e:browser': () => testBuilt('e2e/browser/vitest.config.ts', 'the inspector in a real browser'),
  bench: async () => {
    await build();
    // It has its own lockfile, so that `npm test` does not have to install the libraries it compares with.
    await runQuietly('pnpm', ['--dir', 'bench', 'install', '--ignore-workspace', '--frozen-lockfile']);
    await run('node', ['bench/run.mjs', ...rest]);
  },
  mutate: async () => {
    await runQuietly('pnpm', ['--dir', 'mutate', 'install', '--ignore-workspace', '--frozen-lockfile']);
    await run('node', ['mutate/run.mjs', ...rest]);
  },
  build,
  check,
  fix: () => run('biome', ['check', '--write', '.']),
  'new:assembler': async () => {
    const { folder, source } = newAssembler(root, rest);
    console.log(`Created ${folder}. Linking it into the workspace …`);
    await installDependencies(root, runQuietly);
    // A longer name may need other line breaks than the template has.
    await runQuietly('biome', ['check', '--write', folder]);
    console.log(`Next: write your agent's format into ${source}, then run \`npm test -- ${folder}\`.`);
  },
  'rename:scope': async () => {
    const { from, to, files } = renameScope(root, rest);
    await installDependencies(root, runQuietly);
    // The order of imports and the length of lines depend on the name.
    await runQuietly('biome', ['check', '--write', '.']);
    console.log(`Renamed ${from} to ${to} in ${files} files. Next: npm test`);
  },
  changeset: () => run('changeset', rest),
  'release:version': () => run('node', ['scripts/release/raise-versions.mjs']),
  'release:pack': async () => {
    await build();
    const folder = '.tmp/tarballs';
    // Tarballs of earlier versions would be installed and published with the new ones.
    rmSync(join(root, folder), { recursive: true, force: true });
    await runQuietly('pnpm', packArguments(join(root, folder)));
    console.log(`${readdirSync(join(root, folder)).length} tarballs in ${folder}.`);
  },
};

await main();

async function main() {
  const chosen = tasks[task];
  if (chosen === undefined) {
    const known = Object.keys(tasks).join(', ');
    return fail(task === '' ? `Name a task: ${known}.` : `Unknown task "${task}". Use one of: ${known}.`, 2);
  }
  if (!nodeIsSupported(process.versions.node)) {
    return fail(`This repo needs Node ^20.19 or >=22.12; this is Node ${process.versions.node}.`, 1);
  }
  try {
    if (!dependenciesAreInstalled(root)) {
      console.log('Installing dependencies …');
      await installDependencies(root, runQuietly);
    }
    await chosen();
  } catch (error) {
    if (!(error instanceof TaskFailure)) throw error;
    // After Ctrl-C (130) there is nothing to explain.
    fail(error.exitCode === 130 ? '' : error.message, error.exitCode);
  }
}

/** @param {string} config of vitest @param {string} what is tested */
async function testBuilt(config, what) {
  await build();
  console.log(`Testing ${what} …`);
  await runTests(['run', '--config', config, ...rest]);
}

/** @param {readonly string[]} args of vitest @param {string} [nodeFolder] of the Node that runs it, instead of this one */
function runTests(args, nodeFolder) {
  return withTemporaryFolder((env) => run('vitest', args, env, nodeFolder));
}

async function check() {
  console.log('Checking style, rules and types …');
  await runAll([
    { run: () => runQuietly('biome', ['check', '--error-on-warnings', '.']), advice: 'Run npm run fix.' },
    { run: () => run('node', ['scripts/check-repo.mjs']) },
    { run: () => run('tsc', ['-p', 'tsconfig.json']) },
    { run: () => run('tsc', ['-p', 'e2e/tsconfig.json']) },
    // The page runs in a browser, so it is compiled with browser types.
    { run: () => run('tsc', ['-p', 'packages/inspector/src/page/tsconfig.json']) },
  ]);
  console.log('Style, rules and types are fine.');
}

async function build() {
  console.log('Building …');
  await runQuietly('turbo', ['run', 'build', '--output-logs=errors-only', '--log-order=grouped']);
}

/** @param {string} message @param {number} exitCode */
function fail(message, exitCode) {
  if (message !== '') console.error(message);
  process.exitCode = exitCode;
}
