import type { TurnProgress } from '@ctx/store-postgres';
import { describe, expect, it } from 'vitest';
import { createWatchedTurn } from './watched-turn.ts';

const key = { sessionId: 's', turnId: 'turn-1', attempt: 1 };
const progress = (state: TurnProgress['state'], batch = 0): TurnProgress => ({
  key,
  state,
  batch,
  beats: 1,
  leaseMs: 60_000,
});

function watched() {
  let now = 0;
  const turn = createWatchedTurn(key, 'pool', () => now);
  return {
    turn,
    pass: (ms: number) => {
      now += ms;
    },
    /** Whether a call of `waitForNews` would resolve at once. */
    async isWoken() {
      const next = turn.waitForNews().then(() => 'woken');
      const outcome = await Promise.race([next, new Promise((resolve) => setTimeout(resolve, 10, 'asleep'))]);
      if (outcome === 'asleep') turn.wakeReader();
      await next;
      return outcome === 'woken';
    },
  };
}

describe('a watched turn', () => {
  it('wakes its reader only when its state or newest batch has changed', async () => {
    const { turn, isWoken } = watched();
    turn.update(progress('queued'));
    expect(await isWoken()).toBe(true);
    turn.update(progress('queued'));
    expect(await isWoken()).toBe(false);
    turn.update(progress('running'));
    expect(await isWoken()).toBe(true);
    turn.update(progress('running', 3));
    expect(await isWoken()).toBe(true);
    turn.update(progress('running', 3));
    expect(await isWoken()).toBe(false);
    turn.update(undefined);
    expect(await isWoken()).toBe(true);
  });

  it('wakes its reader every five seconds while it is queued', async () => {
    const { turn, isWoken, pass } = watched();
    turn.update(progress('queued'));
    await isWoken();
    pass(6_000);
    turn.update(progress('queued'));
    expect(turn.waitsLong()).toBe(true);
    expect(await isWoken()).toBe(true);
    pass(1_000);
    turn.update(progress('queued'));
    expect(await isWoken()).toBe(false);
    pass(4_000);
    turn.update(progress('queued'));
    expect(await isWoken()).toBe(true);
  });

  it('is due to be queued again after 10, 20 and 40 seconds while no worker starts it', () => {
    const { turn, pass } = watched();
    turn.update(progress('queued'));
    const due = () => {
      pass(1_000);
      return turn.isRedeliveryDue();
    };
    const at = Array.from({ length: 100 }, (_, second) => (due() ? second + 1 : 0)).filter((second) => second > 0);
    expect(at).toEqual([10, 30, 70]);
    turn.update(progress('running'));
    pass(1_000_000);
    expect(turn.isRedeliveryDue()).toBe(false);
  });

  it('counts as read only if its reader waits for news or has asked for them in the last ten seconds', async () => {
    const { turn, pass } = watched();
    pass(9_000);
    expect(turn.isRead()).toBe(true);
    pass(2_000);
    expect(turn.isRead()).toBe(false);
    const waiting = turn.waitForNews();
    pass(60_000);
    expect(turn.isRead()).toBe(true);
    turn.wakeReader();
    await waiting;
  });
});
