import type { SessionStore } from '@ctx/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { completed, scriptedExecutor } from '../../__fixtures__/scripted-executor.ts';
import { quietContext, startConversation, teamOf } from '../../__fixtures__/team-of.ts';
import { createMemoryStore } from '../../session/memory-store.ts';
import { resumeConversation } from '../resume-conversation.ts';
import { createStoreClaim } from './store-claim.ts';

const team = teamOf(['a']);
const { executor } = scriptedExecutor({ a: () => 'A.' });
const resume = (store: SessionStore) => resumeConversation({ team, context: quietContext(), executor, store });

afterEach(() => void vi.useRealTimers());

describe('the claim of a conversation', () => {
  it('keeps a second writer out until the first is closed', async () => {
    const memory = createMemoryStore();
    const shared = { ...memory, close: async () => {} };
    const first = startConversation(team, executor, { store: shared });
    await first.conversation.send('Go.');
    await expect(resume(shared)).rejects.toMatchObject({ code: 'CTX_STORE_LOCKED' });
    await first.conversation.close();
    const second = await resume(shared);
    await second.send('Again.');
    await second.close();
  });

  it('is won by only one of two conversations that resume at the same moment', async () => {
    const store = createMemoryStore();
    const first = startConversation(team, executor, { store: { ...store, close: async () => {} } });
    await first.conversation.send('Go.');
    await first.conversation.close();
    const outcomes = await Promise.allSettled([resume(store), resume(store)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(outcomes[1]).toMatchObject({ reason: { code: 'CTX_STORE_LOCKED' } });
  });

  it('is given back when the log cannot be used', async () => {
    const store = createMemoryStore();
    await expect(resume(store)).rejects.toMatchObject({ code: 'CTX_STORE_FAILED' });
    await expect(store.claim!('somebody', 1000)).resolves.toMatchObject({});
  });

  it('gives every append its epoch', async () => {
    const store = createMemoryStore();
    const epochs: (number | undefined)[] = [];
    const watched: SessionStore = {
      ...store,
      append: (records, options) => {
        epochs.push(options.epoch);
        return store.append(records, options);
      },
    };
    await store.claim!('somebody before', 0);
    const { conversation, settle } = startConversation(team, executor, { store: watched });
    await conversation.send('[NEXT: a]');
    await settle();
    expect(new Set(epochs)).toEqual(new Set([2]));
  });

  it('is renewed, and does not keep the process alive', async () => {
    vi.useFakeTimers();
    const owners: string[] = [];
    const store = {
      claim: async (owner: string) => {
        owners.push(owner);
        return { epoch: 1 };
      },
    } as unknown as SessionStore;
    const claim = createStoreClaim(store, 30_000);
    await Promise.all([claim.take(), claim.take()]);
    expect(owners).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(35_000);
    expect(owners).toHaveLength(4);
    expect(new Set(owners).size).toBe(1);
    await claim.release();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(owners).toHaveLength(5);
  });

  it('is given back after a renewal that is under way, which would take it again', async () => {
    vi.useFakeTimers();
    const arrived: number[] = [];
    const store = {
      claim: async (_owner: string, ttlMs: number) => {
        const isRenewal = arrived.length > 0 && ttlMs > 0;
        if (isRenewal) await new Promise((resolve) => setTimeout(resolve, 1_000));
        arrived.push(ttlMs);
        return { epoch: 1 };
      },
    } as unknown as SessionStore;
    const claim = createStoreClaim(store, 30_000);
    await claim.take();
    await vi.advanceTimersByTimeAsync(10_000);
    const released = claim.release();
    await vi.advanceTimersByTimeAsync(1_000);
    await released;
    expect(arrived).toEqual([30_000, 30_000, 0]);
  });

  it('that is lost ends the conversation and its turns', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let epoch = 1;
    const memory = createMemoryStore();
    const store: SessionStore = {
      ...memory,
      claim: async () => ({ epoch }),
      append: (records, options) => memory.append(records, { ...options, epoch: undefined }),
    };
    const hanging = {
      async *run(_turn: unknown, { signal }: { signal: AbortSignal }) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        yield* completed('Late.');
      },
    };
    const { conversation, ofType, reading } = startConversation(team, hanging, { store });
    await conversation.send('[NEXT: a]');
    epoch = 2;
    await vi.advanceTimersByTimeAsync(10_000);
    await reading;
    expect(ofType('ended')).toMatchObject([{ reason: 'failed', error: { code: 'CTX_STORE_CONFLICT' } }]);
    expect(conversation.status().state).toBe('ended');
  });

  it('is not lost when a renewal only fails', async () => {
    vi.useFakeTimers();
    let calls = 0;
    const lost: unknown[] = [];
    const store = {
      claim: async () => {
        calls += 1;
        if (calls === 2) throw new Error('connection reset');
        return { epoch: 1 };
      },
    } as unknown as SessionStore;
    const claim = createStoreClaim(store, 30_000);
    claim.onLost((error) => lost.push(error));
    await claim.take();
    await vi.advanceTimersByTimeAsync(25_000);
    expect([calls, lost]).toEqual([3, []]);
    await claim.release();
  });
});
