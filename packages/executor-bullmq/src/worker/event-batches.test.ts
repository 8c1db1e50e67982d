import type { AgentEvent } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { createEventBatches } from './event-batches.ts';

const delta = (text: string): AgentEvent => ({ type: 'text-delta', text });
const call: AgentEvent = { type: 'tool-call', id: '1', name: 'read', input: {} };

function recordBatches(isWatched = () => true) {
  const written: (readonly AgentEvent[])[] = [];
  let isWanted = true;
  const batches = createEventBatches({
    isWatched,
    batchMs: 5,
    write: async (batch, events) => {
      expect(batch).toBe(written.length + 1);
      written.push(events);
      return isWanted;
    },
  });
  return {
    batches,
    written,
    refuse: () => {
      isWanted = false;
    },
  };
}

describe('batches of events', () => {
  it('write events that arrive together as one batch, in order, without the turn-end', async () => {
    const { batches, written } = recordBatches();
    await batches.add(delta('a'));
    await batches.add(delta('b'));
    await batches.add({ type: 'turn-end', result: { status: 'completed', text: 'ab' } });
    expect(await batches.end()).toBe(true);
    expect(written).toEqual([[delta('a'), delta('b')]]);
  });

  it('leave out text deltas while the turn is not watched', async () => {
    let isWatched = false;
    const { batches, written } = recordBatches(() => isWatched);
    await batches.add(delta('unseen'));
    await batches.add(call);
    isWatched = true;
    await batches.add(delta('seen'));
    await batches.end();
    expect(written.flat()).toEqual([call, delta('seen')]);
  });

  it('make an agent wait that is faster than the database', async () => {
    let openGate = () => {};
    const gate = new Promise<void>((resolve) => {
      openGate = resolve;
    });
    const batches = createEventBatches({ isWatched: () => true, batchMs: 1, write: () => gate.then(() => true) });
    let added = 0;
    const adding = (async () => {
      for (; added < 60; added++) await batches.add(delta('x'.repeat(100_000)));
    })();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(added).toBeLessThan(40);
    openGate();
    await adding;
    await batches.end();
    expect(added).toBe(60);
  });

  it('stop when a batch is refused', async () => {
    const { batches, written, refuse } = recordBatches();
    refuse();
    await batches.add(delta('a'));
    await batches.end();
    await batches.add(delta('b'));
    await batches.end();
    expect(written).toHaveLength(1);
  });

  it('write nothing for a turn without events', async () => {
    expect(await recordBatches().batches.end()).toBe(false);
  });

  it('end even if a batch cannot be written', async () => {
    const batches = createEventBatches({
      isWatched: () => true,
      batchMs: 1,
      write: () => Promise.reject(new Error('away')),
    });
    await batches.add(delta('a'));
    await batches.end();
  });
});
