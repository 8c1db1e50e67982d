import type { QueueEntry, SessionRecord } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { quietContext } from '../../__fixtures__/team-of.ts';
import { createMemoryStore } from '../../session/memory-store.ts';
import { replayRecords } from './replay-records.ts';

const at = 1;
const call = (number: number, member: string, intent: QueueEntry['intent'] = 'P2'): QueueEntry => ({
  id: `call-${number}`,
  member,
  replyTo: 'msg-1',
  intent,
  byHuman: true,
});
const said = (id: string, type: 'human' | 'ai'): SessionRecord => ({
  type: 'message',
  message: { id, content: id, speaker: { roleId: type, roleName: type, type } },
  at,
});
const started = (turn: string, entry: QueueEntry, upTo = 'msg-1'): SessionRecord => ({
  type: 'turn-start',
  turn,
  call: entry,
  upTo,
  repliesInRow: 1,
  at,
});
const ended = (turn: string, member: string): SessionRecord => ({
  type: 'turn-end',
  turn,
  member,
  status: 'completed',
  durationMs: 1,
  at,
});

async function replay(...records: SessionRecord[]) {
  const store = createMemoryStore();
  const start: SessionRecord = { type: 'session-start', version: 1, sessionId: 's', team: 't', at };
  await store.append([start, ...records], { expectedSeq: 0, operationId: 'x' });
  return (await replayRecords(store.read(), quietContext())).state;
}

const snapshot = (queue: readonly QueueEntry[], interrupted: number): SessionRecord => ({
  type: 'snapshot',
  snapshot: {
    version: 1,
    context: quietContext().exportSnapshot(),
    queue,
    interrupted,
    repliesInRow: 0,
    turnsSinceHuman: 3,
    lastTurn: 7,
    lastCall: 9,
  },
  at,
});

describe('what a log tells', () => {
  it('of a turn that was lost: it is due before everybody else, and sees what it could see the first time', async () => {
    const [lost, done, urgent] = [call(1, 'a'), call(2, 'b'), call(3, 'c', 'P1')];
    const state = await replay(
      said('msg-1', 'human'),
      { type: 'queue', added: [lost, done, urgent], at },
      started('turn-1', lost),
      started('turn-2', done),
      said('msg-2', 'ai'),
      ended('turn-2', 'b'),
    );
    expect(state.queue.take(state.justCompleted)).toEqual(lost);
    expect(state.cutOff).toEqual([{ turn: 'turn-1', call: lost, upTo: 'msg-1', attempt: 1, marker: undefined }]);
    expect(state.queue.waiting()).toEqual([urgent]);
    expect([state.turnsSinceHuman, state.lastTurn]).toEqual([1, 2]);
  });

  it('of a turn that was lost twice: it counts once', async () => {
    const lost = call(1, 'a');
    const begun = [said('msg-1', 'human'), started('turn-1', lost), started('turn-2', lost)];
    const open = await replay(...begun);
    expect([open.turnsSinceHuman, open.lastTurn]).toEqual([0, 2]);
    expect(open.queue.waiting()).toEqual([lost]);
    const over = await replay(...begun, ended('turn-2', 'a'));
    expect([over.turnsSinceHuman, over.lastTurn]).toEqual([1, 2]);
    expect(over.queue.waiting()).toEqual([]);
  });

  it('of a snapshot: its numbers go on, and what was interrupted then still goes first', async () => {
    const empty = await replay(snapshot([], 0));
    expect([empty.turnsSinceHuman, empty.lastTurn]).toEqual([3, 7]);
    const { added } = empty.queue.add([{ member: 'a', replyTo: 'msg-1', intent: 'P2', byHuman: true }]);
    expect(added[0]?.id).toBe('call-10');

    const full = await replay(snapshot([call(8, 'late', 'P3'), call(9, 'urgent', 'P1')], 1));
    expect(full.queue.take(undefined)?.member).toBe('late');
    const dropped = await replay(snapshot([call(8, 'late', 'P3'), call(9, 'urgent', 'P1')], 1), {
      type: 'queue',
      removed: ['call-8'],
      at,
    });
    expect(dropped.queue.state()).toMatchObject({ entries: [{ member: 'urgent' }], interrupted: 0 });
  });
});
