import { CtxError, type HeldFloor, type IContextProvider, type SessionRecord, type StoredRecord } from '@ctx/contract';
import { type ConversationState, createConversationState } from '../conversation-state.ts';
import { isCompleted, lastCompleted } from './last-completed.ts';
import { createReplayedCalls, numberOf } from './replayed-calls.ts';

/** A conversation as its log tells it. */
export interface ReplayedSession {
  readonly sessionId: string;
  /** `seq` of the newest record. */
  readonly seq: number;
  readonly state: ConversationState;
}

/**
 * Reads a log into `context`, which is cleared first. Turns that were begun and not ended are due again, at the front
 * of the queue.
 * @throws CtxError `CTX_STORE_FAILED` when the log does not begin like one, or tells something impossible.
 */
export async function replayRecords(
  records: AsyncIterable<StoredRecord>,
  context: IContextProvider,
): Promise<ReplayedSession> {
  let sessionId: string | undefined;
  let seq = 0;
  const replay = createReplay(context);
  for await (const stored of records) {
    seq = stored.seq;
    if (stored.record.type === 'session-start') sessionId = stored.record.sessionId;
    replay.apply(stored.record);
  }
  if (sessionId === undefined) {
    throw new CtxError('CTX_STORE_FAILED', 'There is no session to resume: the log does not begin with session-start.');
  }
  return { sessionId, seq, state: replay.finish() };
}

function createReplay(context: IContextProvider) {
  context.clear();
  const calls = createReplayedCalls();
  let justCompleted: string | undefined;
  let floor: HeldFloor | undefined;
  let turnsSinceHuman = 0;
  let repliesInRow = 0;
  let lastTurn = 0;

  return {
    apply(record: SessionRecord): void {
      switch (record.type) {
        case 'snapshot':
          context.importSnapshot(record.snapshot.context);
          justCompleted = lastCompleted(context);
          calls.restore(record.snapshot);
          ({ floor, turnsSinceHuman, repliesInRow, lastTurn } = record.snapshot);
          break;
        case 'message':
          context.addMessage(record.message);
          if (isCompleted(record.message)) justCompleted = record.message.id;
          if (record.message.speaker.type === 'human') {
            turnsSinceHuman = 0;
            floor = undefined;
          }
          break;
        case 'task':
          context.setTeamTask(record.task);
          break;
        case 'queue':
          record.added?.forEach(calls.join);
          record.removed?.forEach(calls.leave);
          break;
        case 'floor':
          if (record.call !== undefined) calls.leave(record.call.id);
          floor = { member: record.member, reason: record.reason, note: record.note };
          break;
        case 'turn-start':
          if (calls.begin(record.turn, record)) turnsSinceHuman += 1;
          repliesInRow = record.repliesInRow;
          lastTurn = numberOf(record.turn);
          break;
        case 'turn-end':
          calls.end(record.turn);
          break;
        case 'session-start':
          break;
      }
    },

    finish(): ConversationState {
      const lost = calls.lost();
      const state = createConversationState(
        {
          queue: [...lost.map(({ call }) => call), ...calls.waiting()],
          interrupted: lost.length + calls.interrupted(),
          lastCall: calls.lastCall(),
          // What was lost did not happen.
          turnsSinceHuman: Math.max(0, turnsSinceHuman - lost.length),
          repliesInRow,
          lastTurn,
          floor,
        },
        justCompleted,
      );
      for (const { call, upTo } of lost) state.upTo.set(call.id, upTo);
      return state;
    },
  };
}
