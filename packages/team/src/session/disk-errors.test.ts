import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionRecord } from '@ctx/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { scriptedExecutor } from '../__fixtures__/scripted-executor.ts';
import { startConversation, teamOf } from '../__fixtures__/team-of.ts';
import { fileError, fileHandlePrototype } from './__fixtures__/file-handle.ts';
import { createFileStore } from './file-store.ts';

const temporary = () => mkdtemp(join(tmpdir(), 'ctx-disk-'));

const task = (text: string): SessionRecord => ({ type: 'task', task: text, at: 1 });

interface Handle {
  write(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesWritten: number }>;
}

/** Makes all writes fail with ENOSPC after `bytes` more bytes. */
async function diskWithRoomFor(bytes: number): Promise<void> {
  const prototype = (await fileHandlePrototype()) as Handle;
  const { write } = prototype;
  let room = bytes;
  vi.spyOn(prototype, 'write').mockImplementation(async function (this: Handle, buffer, offset, length, position) {
    if (room === 0) throw fileError('ENOSPC');
    const result = await write.call(this, buffer, offset, Math.min(length, room), position);
    room -= result.bytesWritten;
    return result;
  });
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a full disk', () => {
  it('leaves nothing of a failed append in the log, and a later append succeeds when there is room', async () => {
    const directory = await temporary();
    const store = await createFileStore({ sessionId: 's', directory });
    await store.append([task('a')], { expectedSeq: 0, operationId: 'a' });
    const before = await readFile(store.path);

    await diskWithRoomFor(20);
    const refused = store.append([task('b')], { expectedSeq: 1, operationId: 'b' });
    await expect(refused).rejects.toMatchObject({
      code: 'CTX_STORE_FAILED',
      message: expect.stringContaining('the disk is full; free some space, then resume the session'),
    });
    expect(await readFile(store.path)).toEqual(before);

    vi.restoreAllMocks();
    expect(await store.append([task('b')], { expectedSeq: 1, operationId: 'b' })).toEqual({ seq: 2 });
    await store.close();
  });

  it('ends a conversation with the error, and keeps what was written before', async () => {
    const directory = await temporary();
    const store = await createFileStore({ sessionId: 's', directory });
    const { executor } = scriptedExecutor({ sarah: () => 'Hi. [NEXT: max]', max: () => 'Hi. [NEXT: sarah]' });
    const { conversation, reading, ofType } = startConversation(teamOf(['sarah', 'max']), executor, { store });
    expect(conversation.sessionId).toBe('s');
    await diskWithRoomFor(3_000);
    await conversation.send('Go. [NEXT: sarah]');
    await reading;
    expect(ofType('ended')).toMatchObject([{ reason: 'failed', error: { code: 'CTX_STORE_FAILED' } }]);
    await conversation.close();
    vi.restoreAllMocks();
    const again = await createFileStore({ sessionId: 's', directory });
    expect(again.notes).toEqual([]);
    await again.close();
  });
});
