import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionRecord } from '@ctx/contract';
import { createPostgresStore, openDatabase, setUpDatabase } from '@ctx/store-postgres';
import { expect, inject, it } from 'vitest';
import { createPostgres } from '../harness/postgres-server.mjs';
import { execute } from '../harness/with-database.ts';

const record = (text: string): SessionRecord => ({ type: 'task', task: text, at: 1 });

it('refuses appends while the disk of the database is full, and loses no accepted one', async () => {
  if (process.getuid?.() !== 0) throw new Error('This test mounts a small disk and needs root.');
  const parent = mkdtempSync(join(tmpdir(), 'ctx-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=0755', 'tmpfs', parent]);
  const filler = join(parent, 'filler');
  try {
    const settings = ['wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=32MB', 'min_wal_size=32MB'];
    const server = await createPostgres(inject('engines'), { execute, parent, settings });
    const database = openDatabase({ url: await server.newDatabase(), retryMs: 2_000 });
    await setUpDatabase(database);
    const store = createPostgresStore({ database, sessionId: 'full' });
    const taken: string[] = [];
    const append = async (text: string) => {
      await store.append([record(text)], { expectedSeq: taken.length, operationId: `op ${taken.length}` });
      taken.push(text);
    };
    await append('before');
    const { bavail, bsize } = statfsSync(parent);
    writeFileSync(filler, Buffer.alloc(Math.max(0, Number(bavail) * Number(bsize) - 4 * 1024 * 1024)));
    // Random, so that it cannot be compressed.
    const large = () => Array.from({ length: 40_000 }, () => Math.random().toString(36)).join('');
    let refused: unknown;
    for (let index = 0; index < 60 && refused === undefined; index++) {
      await append(`${index} ${large()}`).catch((error: unknown) => {
        refused = error;
      });
    }
    expect(refused).toMatchObject({ code: 'CTX_STORE_FAILED' });
    expect(String(refused)).not.toContain('\n');
    rmSync(filler);
    // A server that could not write its write-ahead log has stopped, so it is started again.
    await execute(server.url, 'select 1').catch(async () => {
      await server.kill();
      await server.start();
    });
    await append('after').catch(async (error: unknown) => {
      // The refused append may have been stored nevertheless. Then the log has one more record.
      if ((error as { code?: string }).code !== 'CTX_STORE_CONFLICT') throw error;
      taken.push('');
      await append('after');
    });
    const found: string[] = [];
    for await (const { record: stored } of store.read()) if (stored.type === 'task') found.push(String(stored.task));
    expect(found).toHaveLength(taken.length);
    for (const [index, text] of taken.entries()) if (text !== '') expect(found[index]).toBe(text);
    await database.close();
    await server.remove();
  } finally {
    execFileSync('umount', ['-l', parent]);
    rmSync(parent, { recursive: true, force: true });
  }
});
