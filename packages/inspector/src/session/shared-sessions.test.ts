import type { SessionCatalog } from '@ctx/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSharedSessions } from './shared-sessions.ts';

const KEEP_MS = 30_000;
let closed = 0;

function catalogOfOneSession(): SessionCatalog {
  const store = {
    async *read() {},
    close: async () => {
      closed += 1;
    },
  };
  return { open: async () => store } as unknown as SessionCatalog;
}

describe('a session that several browsers show', () => {
  beforeEach(() => {
    closed = 0;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => vi.useRealTimers());

  it('is closed half a minute after its last reader has ended', async () => {
    const sessions = createSharedSessions(catalogOfOneSession());
    await sessions.use('s1', async () => {});
    await vi.advanceTimersByTimeAsync(KEEP_MS - 1);
    expect(closed).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(closed).toBe(1);
  });

  it('stays open for a new reader, also if the readers before it ended at the same moment', async () => {
    const sessions = createSharedSessions(catalogOfOneSession());
    await Promise.all([sessions.use('s1', async () => {}), sessions.use('s1', async () => {})]);
    let end = () => {};
    const reading = sessions.use('s1', () => new Promise<void>((resolve) => (end = resolve)));
    await vi.advanceTimersByTimeAsync(2 * KEEP_MS);
    expect(closed).toBe(0);
    end();
    await reading;
    await sessions.close();
    expect(closed).toBe(1);
  });
});
