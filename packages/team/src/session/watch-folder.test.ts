import { getEventListeners, once } from 'node:events';
import { type FSWatcher, watch } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextRound } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FolderWatch, watchFolder } from './watch-folder.ts';

// Other test files share this process: load the modules again, with the spies, and once more without them afterwards.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

// The real function, so that a test can find the watcher that it made.
vi.mock('node:fs', { spy: true });

const POLL_MS = 500;

let changes: FolderWatch;
// With this clock, half a second never passes by itself.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  changes.close();
  vi.mocked(watch).mockReset();
});

const temporary = () => mkdtemp(join(tmpdir(), 'ctx-watch-'));

function watchNew(folder: string, signal = new AbortController().signal) {
  changes = watchFolder(folder, signal);
  const { calls, results } = vi.mocked(watch).mock;
  const reportChange = (calls.at(-1) as readonly unknown[] | undefined)?.[2] as () => void;
  return { changes, reportChange, watcher: results.at(-1)?.value as FSWatcher };
}

/** Whether it is still waiting after all that could happen at once has happened. */
async function isWaiting(promise: Promise<void>): Promise<boolean> {
  let waiting = true;
  void promise.then(() => {
    waiting = false;
  });
  await nextRound();
  return waiting;
}

describe('a watched folder', () => {
  it('wakes a reader when a file in it is written', async () => {
    const folder = await temporary();
    watchNew(folder);
    const next = changes.next();
    expect(await isWaiting(next)).toBe(true);
    await writeFile(join(folder, 'new'), '');
    await next;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('remembers a change until the next call, and only until then', async () => {
    const { reportChange } = watchNew(await temporary());
    reportChange();
    expect(await isWaiting(changes.next())).toBe(false);
    const next = changes.next();
    expect(await isWaiting(next)).toBe(true);
    reportChange();
    await next;
    expect(await isWaiting(changes.next())).toBe(true);
  });

  it('that reports nothing is looked at again after half a second', async () => {
    watchNew(await temporary());
    const next = changes.next();
    vi.advanceTimersByTime(POLL_MS - 1);
    expect(await isWaiting(next)).toBe(true);
    vi.advanceTimersByTime(1);
    await next;
  });

  it('that cannot be watched is looked at every half second', async () => {
    watchNew(join(await temporary(), 'missing'));
    for (let round = 0; round < 2; round++) {
      const next = changes.next();
      vi.advanceTimersByTime(POLL_MS);
      await next;
    }
    changes.close();
  });

  it('that can no longer be watched is still looked at', async () => {
    const { watcher } = watchNew(await temporary());
    watcher.emit('error', new Error('no more watches'));
    const next = changes.next();
    vi.advanceTimersByTime(POLL_MS);
    await next;
  });

  it('wakes a reader when the signal is aborted', async () => {
    const abort = new AbortController();
    watchNew(await temporary(), abort.signal);
    const next = changes.next();
    expect(await isWaiting(next)).toBe(true);
    abort.abort();
    await next;
  });

  // Only a process of its own could show that it ends, so this looks at what the system is asked for.
  it('does not keep the program running', async () => {
    const folder = await temporary();
    watchNew(folder);
    expect(watch).toHaveBeenCalledWith(folder, { persistent: false }, expect.any(Function));
  });

  it('is no longer watched after close', async () => {
    const { signal } = new AbortController();
    const { watcher } = watchNew(await temporary(), signal);
    const closed = once(watcher, 'close');
    changes.close();
    await closed;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
