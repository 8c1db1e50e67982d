import type { AgentEvent } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { createEventBatches } from './event-batches.ts';

const delta = (text: string): AgentEvent => ({ type: 'text-delta', text });
const call: AgentEvent = { type: 'tool-call', id: '1', name: 'read', input: {} };

function tellOnPaper(isWatched = () => true) {
  const told: (readonly AgentEvent[])[] = [];
  let isWanted = true;
  const batches = createEventBatches({
    isWatched,
    batchMs: 5,
    tell: async (batch, events) => {
      expect(batch).toBe(told.length + 1);
      told.push(events);
      return isWanted;
    },
  });
  return {
    batches,
    told,
    unwant: () => {
      isWanted = false;
    },
  };
}

describe('batches of events', () => {
  it('tell what came together at once, in order, and nothing of the end', async () => {
    const { batches, told } = tellOnPaper();
    await batches.add(delta('a'));
    await batches.add(delta('b'));
    await batches.add({ type: 'turn-end', result: { status: 'completed', text: 'ab' } });
    expect(await batches.end()).toBe(true);
    expect(told).toEqual([[delta('a'), delta('b')]]);
  });

  it('tell only what a later reader needs while nobody watches', async () => {
    let isWatched = false;
    const { batches, told } = tellOnPaper(() => isWatched);
    await batches.add(delta('unseen'));
    await batches.add(call);
    isWatched = true;
    await batches.add(delta('seen'));
    await batches.end();
    expect(told.flat()).toEqual([call, delta('seen')]);
  });

  it('make an agent wait that is quicker than the table', async () => {
    let let_go = () => {};
    const gate = new Promise<void>((resolve) => {
      let_go = resolve;
    });
    const batches = createEventBatches({ isWatched: () => true, batchMs: 1, tell: () => gate.then(() => true) });
    let added = 0;
    const adding = (async () => {
      for (; added < 60; added++) await batches.add(delta('x'.repeat(100_000)));
    })();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(added).toBeLessThan(40);
    let_go();
    await adding;
    await batches.end();
    expect(added).toBe(60);
  });

  it('stop when nobody wants them any more', async () => {
    const { batches, told, unwant } = tellOnPaper();
    unwant();
    await batches.add(delta('a'));
    await batches.end();
    await batches.add(delta('b'));
    await batches.end();
    expect(told).toHaveLength(1);
  });

  it('tell nothing of a turn that said nothing', async () => {
    expect(await tellOnPaper().batches.end()).toBe(false);
  });

  it('end although they cannot be told', async () => {
    const batches = createEventBatches({
      isWatched: () => true,
      batchMs: 1,
      tell: () => Promise.reject(new Error('away')),
    });
    await batches.add(delta('a'));
    await batches.end();
  });
});
