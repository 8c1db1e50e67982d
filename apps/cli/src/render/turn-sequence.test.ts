import type { ConversationEvent } from '@ctx/team';
import { describe, expect, it } from 'vitest';
import { createTurnSequence } from './turn-sequence.ts';

const start = (turn: string): ConversationEvent => ({
  type: 'turn-start',
  attempt: 1,
  turn,
  member: turn,
  replyTo: 'm',
  upTo: 'm',
});
const text = (turn: string, words: string): ConversationEvent => ({
  type: 'agent-event',
  turn,
  member: turn,
  event: { type: 'text', text: words },
});
const answer = (turn: string): ConversationEvent => ({
  type: 'message',
  turn,
  message: { id: turn, content: turn, speaker: { roleId: turn, roleName: turn, type: 'ai' } },
});
const added: ConversationEvent = { type: 'queue', change: 'added', entries: [], waiting: 1 };
const end = (turn: string): ConversationEvent => ({
  type: 'turn-end',
  turn,
  member: turn,
  status: 'completed',
  durationMs: 1,
});

function sequence(...events: ConversationEvent[]): string[] {
  const printed: string[] = [];
  const { accept } = createTurnSequence((event) => {
    const turn = 'turn' in event ? `${event.turn} ` : '';
    printed.push(`${turn}${event.type === 'agent-event' && 'text' in event.event ? event.event.text : event.type}`);
  });
  for (const event of events) accept(event);
  return printed;
}

describe('turns that run at the same time', () => {
  it('are told one after the other, each whole, the first one as it happens', () => {
    expect(
      sequence(start('a'), start('b'), text('b', '1'), text('a', '2'), start('c'), text('b', '3'), end('b'), end('a')),
    ).toEqual([
      ...['a turn-start', 'a 2', 'a turn-end'],
      ...['b turn-start', 'b 1', 'b 3', 'b turn-end'],
      ...['c turn-start'],
    ]);
  });

  it('keep what their answers led to with them', () => {
    expect(sequence(start('a'), start('b'), answer('b'), added, end('b'), text('a', 'x'), end('a'))).toEqual([
      ...['a turn-start', 'a x', 'a turn-end'],
      ...['b turn-start', 'b message', 'queue', 'b turn-end'],
    ]);
  });

  it('hold nothing back that belongs to no turn', () => {
    const task: ConversationEvent = { type: 'task', task: 'Ship it', by: 'alice' };
    expect(sequence(start('a'), start('b'), text('b', 'x'), task)).toEqual(['a turn-start', 'task']);
  });
});
