import { type FileHandle, mkdtemp, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLineCache } from './line-cache.ts';
import type { LogLine } from './log-line.ts';
import { stampOf } from './open-log-file.ts';

const MAX_BYTES = 64 * 1024 * 1024;

const line: LogLine = { seq: 1, operationId: 'op', records: [{ type: 'task', task: 'a', at: 1 }] };

let handle: FileHandle;
beforeEach(async () => {
  handle = await open(join(await mkdtemp(join(tmpdir(), 'ctx-cache-')), 's.jsonl'), 'w');
});
afterEach(() => handle.close());

async function cacheFor(size: number) {
  const cache = createLineCache(stampOf(await handle.stat()), size);
  cache.add(line);
  return cache;
}

describe('the cached lines of a log', () => {
  it('are those that were added, in a log of up to 64 MiB', async () => {
    expect(await (await cacheFor(0)).linesOf(handle)).toEqual([line]);
    expect(await (await cacheFor(MAX_BYTES)).linesOf(handle)).toEqual([line]);
  });

  it('are not kept for a larger log', async () => {
    expect(await (await cacheFor(MAX_BYTES + 1)).linesOf(handle)).toBeUndefined();
  });

  it('are no longer there if the file was written since', async () => {
    const cache = await cacheFor(0);
    await handle.write('x');
    expect(await cache.linesOf(handle)).toBeUndefined();
  });

  it('are no longer there after clear', async () => {
    const cache = await cacheFor(0);
    cache.clear();
    expect(await cache.linesOf(handle)).toBeUndefined();
  });
});
