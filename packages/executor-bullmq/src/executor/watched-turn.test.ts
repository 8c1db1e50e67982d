import type { TurnLook } from '@ctx/store-postgres';
import { describe, expect, it } from 'vitest';
import { createWatchedTurn } from './watched-turn.ts';

const key = { sessionId: 's', turnId: 'turn-1', attempt: 1 };
const look = (state: TurnLook['state'], batch = 0): TurnLook => ({ key, state, batch, beats: 1, leaseMs: 60_000 });

function watched() {
  let now = 0;
  const turn = createWatchedTurn(key, 'pool', () => now);
  return {
    turn,
    pass: (ms: number) => {
      now += ms;
    },
    /** Whether a call of `next` would resolve at once. */
    async isRung() {
      const next = turn.next().then(() => 'rung');
      const outcome = await Promise.race([next, new Promise((resolve) => setTimeout(resolve, 10, 'asleep'))]);
      if (outcome === 'asleep') turn.ring();
      await next;
      return outcome === 'rung';
    },
  };
}

describe('a watched turn', () => {
  it('wakes its reader only when its state or newest batch has changed', async () => {
    const { turn, isRung } = watched();
    turn.see(look('queued'));
    expect(await isRung()).toBe(true);
    turn.see(look('queued'));
    expect(await isRung()).toBe(false);
    turn.see(look('running'));
    expect(await isRung()).toBe(true);
    turn.see(look('running', 3));
    expect(await isRung()).toBe(true);
    turn.see(look('running', 3));
    expect(await isRung()).toBe(false);
    turn.see(undefined);
    expect(await isRung()).toBe(true);
  });

  it('wakes its reader every five seconds while it is queued', async () => {
    const { turn, isRung, pass } = watched();
    turn.see(look('queued'));
    await isRung();
    pass(6_000);
    turn.see(look('queued'));
    expect(turn.waitsLong()).toBe(true);
    expect(await isRung()).toBe(true);
    pass(1_000);
    turn.see(look('queued'));
    expect(await isRung()).toBe(false);
    pass(4_000);
    turn.see(look('queued'));
    expect(await isRung()).toBe(true);
  });

  it('is due to be queued again after 10, 20 and 40 seconds while no worker starts it', () => {
    const { turn, pass } = watched();
    turn.see(look('queued'));
    const due = () => {
      pass(1_000);
      return turn.isRedeliveryDue();
    };
    const at = Array.from({ length: 100 }, (_, second) => (due() ? second + 1 : 0)).filter((second) => second > 0);
    expect(at).toEqual([10, 30, 70]);
    turn.see(look('running'));
    pass(1_000_000);
    expect(turn.isRedeliveryDue()).toBe(false);
  });

  it('counts as read only if its reader waits for news or has asked for them in the last ten seconds', async () => {
    const { turn, pass } = watched();
    pass(9_000);
    expect(turn.isRead()).toBe(true);
    pass(2_000);
    expect(turn.isRead()).toBe(false);
    const waiting = turn.next();
    pass(60_000);
    expect(turn.isRead()).toBe(true);
    turn.ring();
    await waiting;
  });
});
