// The one door into the repo: `npm run demo`, `npm test` and friends come here. Needs Node and npm, nothing else;
// brings pnpm, installs what the lockfile says when it has changed, and hands over to the real tools.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'node_modules', '.bin');
const env = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
  TURBO_TELEMETRY_DISABLED: '1',
};

const [task = 'help', ...rest] = process.argv.slice(2);

const tasks = {
  demo: () => {
    build();
    run('node', ['apps/cli/dist/bin.js', 'demo', ...rest]);
  },
  test: () => {
    check();
    build();
    run('vitest', ['run', ...rest]);
  },
  bench: () => {
    build();
    // A lockfile of its own: nobody who only wants to test has to fetch the peers.
    run('pnpm', ['--dir', 'bench', 'install', '--ignore-workspace', '--frozen-lockfile'], { quiet: true });
    run('node', ['bench/run.mjs', ...rest]);
  },
  build: () => build(),
  check: () => check(),
  fix: () => run('biome', ['check', '--write', '.']),
};

const chosen = tasks[task];
if (chosen === undefined) {
  console.error(`Unknown task "${task}". Use one of: ${Object.keys(tasks).join(', ')}.`);
  process.exit(2);
}
install();
chosen();

function check() {
  run('biome', ['check', '--error-on-warnings', '.']);
  run('node', ['scripts/check-repo.mjs']);
  run('tsc', ['-p', 'tsconfig.json']);
}

function build() {
  run('turbo', ['run', 'build', '--output-logs=errors-only', '--log-order=grouped'], { quiet: true });
}

// Compared by content: a fresh clone, a changed lockfile and a node_modules made by `npm install` all lead to pnpm.
function install() {
  const lockfile = readFileSync(join(root, 'pnpm-lock.yaml'));
  const wanted = createHash('sha256').update(lockfile).digest('hex');
  const stamp = join(root, 'node_modules', '.ctx-installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(join(bin, 'vitest'))) return;
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  console.log(`Installing with ${packageManager} …`);
  const pnpm = ['exec', '--yes', `--package=${packageManager}`, '--', 'pnpm'];
  run('npm', [...pnpm, 'install', '--frozen-lockfile', '--reporter=append-only'], { quiet: true });
  writeFileSync(stamp, wanted);
}

/** Runs a tool and leaves with its exit code when it fails; a quiet one is heard only then. */
function run(command, args, { quiet = false } = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (result.error) {
    console.error(`Could not start ${command}: ${result.error.message}`);
    process.exit(1);
  }
  if (result.status === 0) return;
  if (quiet) process.stderr.write(Buffer.concat([result.stdout, result.stderr]));
  console.error(`${command} ${args.join(' ')} failed.`);
  process.exit(result.status ?? 1);
}
