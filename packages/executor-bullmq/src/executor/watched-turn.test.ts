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
    /** Whether its reader would be woken right now. */
    async isRung() {
      const next = turn.next().then(() => 'rung');
      const outcome = await Promise.race([next, new Promise((resolve) => setTimeout(resolve, 10, 'asleep'))]);
      if (outcome === 'asleep') turn.ring();
      await next;
      return outcome === 'rung';
    },
  };
}

describe('a turn that is watched', () => {
  it('wakes its reader when a look shows something new, and only then', async () => {
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

  it('wakes its reader now and then while nobody begins it', async () => {
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

  it('has its key handed over again, later each time, while nobody has begun it', () => {
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

  it('is not watched by a reader that asks for nothing', async () => {
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
