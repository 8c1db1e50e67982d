import type { ConversationEvent } from '@ctx/team';
import { expect, it } from 'vitest';
import { ringing } from './keyboard-chat.ts';

const end = (turn: string, durationMs: number): ConversationEvent => ({
  type: 'turn-end',
  turn,
  member: 'max',
  status: 'completed',
  durationMs,
});

it('rings at the end of a turn of more than ten seconds, and passes every event on', async () => {
  const events = [end('turn-1', 9_000), end('turn-2', 10_001), end('turn-3', 10_000)];
  const order: string[] = [];
  async function* all() {
    yield* events;
  }
  for await (const event of ringing(all(), () => order.push('bell'))) {
    if (event.type === 'turn-end') order.push(event.turn);
  }
  expect(order).toEqual(['turn-1', 'bell', 'turn-2', 'turn-3']);
});
