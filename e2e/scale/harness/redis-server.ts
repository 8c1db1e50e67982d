import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './postgres-server.mjs';

/** A Redis server for tests. */
export interface RedisServer {
  readonly url: string;
  /** Opens a client with the options that BullMQ needs. */
  client(): { quit(): Promise<unknown>; disconnect(): void; flushall(): Promise<unknown>; ping(): Promise<string> };
  remove(): Promise<void>;
}

/** Whether Redis is installed. */
export function hasRedis(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0;
}

/** Starts a server that stores nothing on disk. `engines` is the node_modules folder with its client. */
export async function createRedis(engines: string): Promise<RedisServer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'ctx-redis-'));
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  const server: ChildProcess = spawn('redis-server', settings, { stdio: 'ignore' });
  const { Redis } = createRequire(join(engines, 'package.json'))('ioredis');
  const client = () => new Redis(port, '127.0.0.1', { maxRetriesPerRequest: null });
  const first = client();
  first.on('error', () => {});
  await first.ping();
  await first.quit();
  return {
    url: `redis://127.0.0.1:${port}`,
    client,
    async remove() {
      server.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
