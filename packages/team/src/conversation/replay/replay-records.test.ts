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

describe('replaying a log', () => {
  it('puts a cut-off turn before all other calls, with the messages it could see the first time', async () => {
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

  it('counts a turn that was cut off twice as one', async () => {
    const lost = call(1, 'a');
    const begun = [said('msg-1', 'human'), started('turn-1', lost), started('turn-2', lost)];
    const open = await replay(...begun);
    expect([open.turnsSinceHuman, open.lastTurn]).toEqual([0, 2]);
    expect(open.queue.waiting()).toEqual([lost]);
    const over = await replay(...begun, ended('turn-2', 'a'));
    expect([over.turnsSinceHuman, over.lastTurn]).toEqual([1, 2]);
    expect(over.queue.waiting()).toEqual([]);
  });

  it('continues the numbers of a snapshot, and keeps its interrupted calls first', async () => {
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

describe('a log, in any store,', () => {
  const refused = async (...records: unknown[]) => {
    const store = createMemoryStore();
    await store.append(records as SessionRecord[], { expectedSeq: 0, operationId: 'x' });
    return replayRecords(store.read(), quietContext());
  };
  const start = { type: 'session-start', version: 2, sessionId: 's', team: 't', at };

  it('is refused when a newer version wrote it', async () => {
    await expect(refused({ ...start, version: 3 })).rejects.toMatchObject({
      code: 'CTX_STORE_FAILED',
      message: 'Session s was written by a newer ctx: its log has version 3, this one reads up to 2. Update ctx.',
    });
  });

  const noContent = { type: 'message', message: { id: 'm' }, at };
  const noCall = { type: 'turn-start', turn: 'turn-1', upTo: 'm', repliesInRow: 0, at };

  it.each([
    ['null', [null], /Record 2 .* it is not a record/],
    ['a message without content', [noContent], /wrong "message.content"/],
    ['a call that is a number', [{ type: 'queue', added: [7], at }], /wrong "added.0"/],
    ['a start without a call', [noCall], /wrong "call"/],
    ['settings without a budget', [{ type: 'prompt-settings', member: 'a', agentType: 'x', at }], /wrong "maxBytes"/],
    ['the same message twice', [said('msg-1', 'human'), said('msg-1', 'human')], /Record 3 .*msg-1/],
  ])('is refused with the number of the record when it holds %s', async (_what, records, message) => {
    await expect(refused(start, ...records)).rejects.toMatchObject({
      code: 'CTX_STORE_FAILED',
      message: expect.stringMatching(message),
    });
  });

  it('is usable when a repair left gaps: ends without starts, calls for messages that are gone', async () => {
    const state = await replay(
      ended('turn-4', 'a'),
      { type: 'queue', removed: ['call-9'], at },
      { type: 'queue', added: [call(3, 'b')], at },
      started('turn-5', call(2, 'a'), 'msg-7'),
      { type: 'turn-end', turn: 'turn-3', member: 'x', status: 'unknown', durationMs: 1, at },
      { type: 'from-the-future', at } as unknown as SessionRecord,
    );
    expect(state.cutOff).toMatchObject([{ turn: 'turn-5' }]);
    expect(state.queue.waiting().map(({ id }) => id)).toEqual(['call-2', 'call-3']);
    expect([state.lastTurn, state.lost.size]).toEqual([5, 0]);
  });
});
