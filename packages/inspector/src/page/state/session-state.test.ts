import type { QueueEntry, TurnEndRecord } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import type { FedRecord } from '../../protocol/session-feed.ts';
import { addUp, runningSums, turnsByMember } from '../parts/costs.ts';
import { applyLive, applyRecord, emptySession, idOf, type SessionState } from './session-state.ts';

const call = (id: string, member = 'max'): QueueEntry => ({ id, member, replyTo: 'm1', intent: 'P2', byHuman: true });
const start = (turn: string, member = 'max', at = 10): FedRecord => ({
  type: 'turn-start',
  turn,
  call: call(`call-${turn}`, member),
  upTo: 'm1',
  repliesInRow: 0,
  at,
});
const end = (turn: string, fields: Partial<TurnEndRecord> = {}): FedRecord => ({
  type: 'turn-end',
  turn,
  member: 'max',
  status: 'completed',
  durationMs: 5,
  at: 20,
  ...fields,
});
const message = (id: string, roleId: string, type: 'human' | 'ai' = 'ai', turn?: string): FedRecord => ({
  type: 'message',
  message: { id, content: id, speaker: { roleId, roleName: roleId.toUpperCase(), type } },
  turn,
  at: 15,
});

function after(...records: FedRecord[]): SessionState {
  const state = emptySession();
  for (const record of records) applyRecord(state, record);
  return state;
}

describe('the state made of a session’s records', () => {
  it('knows the running turns, the queue and who has the floor', () => {
    const state = after(
      message('m1', 'alice', 'human'),
      { type: 'queue', added: [call('call-1'), call('call-2', 'eve')], at: 1 },
      start('turn-1'),
      { type: 'queue', removed: ['call-1'], at: 2 },
    );
    expect([[...state.running], state.queue.map(({ member }) => member)]).toEqual([['turn-1'], ['eve']]);
    applyRecord(state, end('turn-1'));
    applyRecord(state, { type: 'floor', member: 'alice', reason: 'called', call: call('call-2', 'eve'), at: 30 });
    expect([state.running.size, state.queue, state.floor?.member]).toEqual([0, [], 'alice']);
    applyRecord(state, message('m2', 'alice', 'human'));
    expect(state.floor).toBeUndefined();
  });

  it('has one entry for each turn, also for a turn without an answer', () => {
    const state = after(
      start('turn-1'),
      message('m1', 'max', 'ai', 'turn-1'),
      end('turn-1', { messageId: 'm1' }),
      start('turn-2'),
      end('turn-2'),
    );
    expect(state.entries.map(({ kind, key }) => `${kind} ${key}`)).toEqual(['message m1', 'silence silence-turn-2']);
  });

  it('finds the answer of a turn however many messages came after it', () => {
    const later = ['a', 'b', 'c', 'd'].map((id) => message(id, 'alice', 'human'));
    const state = after(
      start('turn-1'),
      message('m1', 'max', 'ai', 'turn-1'),
      ...later,
      end('turn-1', { messageId: 'm1' }),
    );
    expect(state.entries.filter(({ kind }) => kind === 'silence')).toEqual([]);
  });

  it('keeps the output of a running turn until the turn ends or starts again', () => {
    const state = after(start('turn-1'));
    applyLive(state, {
      turn: 'turn-1',
      from: 0,
      pieces: [
        { type: 'text', text: 'a' },
        { type: 'tool', tool: 'Read', line: 'x' },
      ],
    });
    applyLive(state, { turn: 'turn-1', from: 2, pieces: [{ type: 'text', text: 'b' }] });
    expect(state.live.get('turn-1')).toEqual({ text: 'ab', tools: [{ tool: 'Read', line: 'x' }], isFull: false });
    applyLive(state, { turn: 'turn-1', from: 0, pieces: [{ type: 'text', text: 'new' }] });
    expect(state.live.get('turn-1')?.text).toBe('new');
    applyRecord(state, end('turn-1'));
    applyLive(state, { turn: 'turn-1', from: 0, pieces: [{ type: 'text', text: 'late' }] });
    expect(state.live.size).toBe(0);
  });

  it('shows no marker of a running turn, and no half of one', () => {
    const state = after(start('turn-1'));
    const texts = ['Done. [NE', 'XT: max', ']\n`[NEXT: a]`', ' b'].map((text, index) => {
      applyLive(state, { turn: 'turn-1', from: index, pieces: [{ type: 'text', text }] });
      return state.live.get('turn-1')?.text;
    });
    expect(texts).toEqual(['Done.', 'Done.', 'Done.\n`', 'Done.\n`']);
    applyLive(state, { turn: 'turn-1', from: 4, pieces: [{ type: 'text', text: '\nc' }] });
    expect(state.live.get('turn-1')?.text).toBe('Done.\n`[NEXT: a]` b\nc');
  });

  it('gives each agent a colour in the order of the team, and finds members by id or name', () => {
    const members = [
      { id: 'alice', name: 'Alice', type: 'human' },
      { id: 'max', name: 'Max', type: 'ai' },
      { id: 'eve', name: 'Eve', type: 'ai' },
    ] as const;
    const state = after({ type: 'session-start', version: 2, sessionId: 's', team: 't', members, at: 1 });
    expect([...state.members.values()].map(({ color }) => color)).toEqual([undefined, 0, 1]);
    expect([idOf(state, 'Eve'), idOf(state, 'eve'), idOf(state, 'Nobody')]).toEqual(['eve', 'eve', 'Nobody']);
  });
});

describe('the cost of a session', () => {
  const state = after(
    start('turn-1'),
    end('turn-1', { at: 1_000, usage: { inputTokens: 10, outputTokens: 1 }, costUsd: 0.5 }),
    start('turn-2', 'eve'),
    end('turn-2', { at: 2_000, usage: { inputTokens: 7 } }),
    start('turn-3'),
    end('turn-3', { at: 3_000 }),
    start('turn-4'),
  );

  it('adds up the known values and counts the turns without one', () => {
    const costs = addUp([...state.turns.values()]);
    expect(costs).toMatchObject({
      turns: 3,
      input: { sum: 17, unknown: 1 },
      output: { sum: 1, unknown: 2 },
      usd: { sum: 0.5, unknown: 2 },
    });
  });

  it('is a running sum over time for each member', () => {
    const byMember = turnsByMember(state);
    expect(byMember.map(([member, turns]) => [member, turns.length])).toEqual([
      ['max', 3],
      ['eve', 1],
    ]);
    expect(runningSums(byMember, ({ usage }) => usage?.inputTokens)).toEqual([
      [1, 2, 3],
      [10, 10, 10],
      [0, 7, 7],
    ]);
  });
});
