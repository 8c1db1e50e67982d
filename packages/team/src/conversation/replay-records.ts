import { CtxError, type IContextProvider, type QueueEntry, type SessionRecord, type StoredRecord } from '@ctx/contract';
import { type ConversationState, createConversationState, type StateSnapshot } from './conversation-state.ts';
import { isCompleted, lastWords } from './last-words.ts';

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
  const queue = new Map<string, QueueEntry>();
  // By call, because a turn that was lost comes again under a new number.
  const open = new Map<string, { readonly call: QueueEntry; readonly upTo: string }>();
  let state: Omit<StateSnapshot, 'queue' | 'interrupted'> = {
    repliesInRow: 0,
    turnsSinceHuman: 0,
    lastTurn: 0,
    lastCall: 0,
  };
  let justCompleted: string | undefined;
  const calls = new Map<string, string>();
  const interrupted = new Set<string>();

  const join = (entry: QueueEntry) => {
    queue.set(entry.id, entry);
    state = { ...state, lastCall: Math.max(state.lastCall, numberOf(entry.id)) };
  };
  const leave = (id: string) => queue.delete(id) || open.delete(id);

  return {
    apply(record: SessionRecord): void {
      switch (record.type) {
        case 'snapshot': {
          const { version: _version, context: said, queue: waiting, interrupted: count = 0, ...rest } = record.snapshot;
          context.importSnapshot(said);
          justCompleted = lastWords(context);
          state = rest;
          waiting.forEach(join);
          for (const { id } of waiting.slice(0, count)) interrupted.add(id);
          break;
        }
        case 'message':
          context.addMessage(record.message);
          if (isCompleted(record.message)) justCompleted = record.message.id;
          if (record.message.speaker.type === 'human') state = { ...state, turnsSinceHuman: 0, floor: undefined };
          break;
        case 'task':
          if (record.task !== null) context.setTeamTask(record.task);
          break;
        case 'queue':
          record.added?.forEach(join);
          record.removed?.forEach(leave);
          break;
        case 'floor': {
          const { member, reason, note } = record;
          if (record.call !== undefined) leave(record.call.id);
          state = { ...state, floor: { member, reason, note } };
          break;
        }
        case 'turn-start':
          if (!open.has(record.call.id)) state = { ...state, turnsSinceHuman: state.turnsSinceHuman + 1 };
          leave(record.call.id);
          open.set(record.call.id, { call: record.call, upTo: record.upTo });
          calls.set(record.turn, record.call.id);
          state = { ...state, repliesInRow: record.repliesInRow, lastTurn: numberOf(record.turn) };
          break;
        case 'turn-end': {
          const call = calls.get(record.turn);
          calls.delete(record.turn);
          if (call !== undefined) open.delete(call);
          break;
        }
        case 'session-start':
          break;
      }
    },

    finish(): ConversationState {
      const again = [...open.values()];
      const restored = createConversationState(
        {
          ...state,
          queue: [...again.map(({ call }) => call), ...queue.values()],
          interrupted: again.length + [...queue.keys()].filter((id) => interrupted.has(id)).length,
          turnsSinceHuman: Math.max(0, state.turnsSinceHuman - again.length),
        },
        justCompleted,
      );
      for (const { call, upTo } of again) restored.upTo.set(call.id, upTo);
      return restored;
    },
  };
}

function numberOf(id: string): number {
  return Number(id.slice(id.lastIndexOf('-') + 1)) || 0;
}
