import {
  CtxError,
  type HeldFloor,
  type IContextProvider,
  type LimitsRecord,
  type LostTurn,
  type SessionRecord,
  type StoredRecord,
  type TurnStartRecord,
} from '@ctx/contract';
import { requireKnownVersion } from '../../session/known-version.ts';
import { recordProblem } from '../../session/record-schema.ts';
import {
  type ConversationState,
  createConversationState,
  createNotedState,
  noteRecords,
  type StateSnapshot,
} from '../conversation-state.ts';
import { createMemberMemories } from '../memory/member-memories.ts';
import { replaySession, replayStart } from '../memory/replay-memory.ts';
import { settingsText } from '../turn/prompt-settings.ts';
import { isCompleted, lastCompleted } from './last-completed.ts';
import { createReplayedCalls, numberOf, type ReplayedCalls } from './replayed-calls.ts';

/** A conversation restored from its log. */
export interface ReplayedSession {
  readonly sessionId: string;
  /** `seq` of the newest record. */
  readonly seq: number;
  readonly state: ConversationState;
  /** Missing if the log does not say. */
  readonly limits?: LimitsRecord | undefined;
}

/**
 * Restores a conversation from its log. Messages and task go into `context`, which is cleared first. Turns that have a
 * start and no end were cut off: they are in `state.cutOff`, and their calls are at the front of the queue.
 * @throws CtxError `CTX_STORE_FAILED` when the log has no `session-start`, is of a newer version, or holds a malformed
 *   record.
 */
export async function replayRecords(
  records: AsyncIterable<StoredRecord>,
  context: IContextProvider,
): Promise<ReplayedSession> {
  let sessionId: string | undefined;
  let seq = 0;
  let limits: LimitsRecord | undefined;
  const replay = createReplay(context);
  for await (const { seq: place, record } of records) {
    seq = place;
    const problem = recordProblem(record);
    if (problem !== undefined) throw unusable(seq, problem);
    if (record.type === 'session-start') {
      requireKnownVersion(record, `Session ${record.sessionId}`);
      sessionId = record.sessionId;
    }
    if (record.type === 'limits') limits = record;
    try {
      replay.apply(record);
    } catch (error) {
      throw unusable(seq, error instanceof Error ? error.message : String(error), error);
    }
  }
  if (sessionId === undefined) {
    throw new CtxError('CTX_STORE_FAILED', 'There is no session to resume: the log does not begin with session-start.');
  }
  return { sessionId, seq, state: replay.finish(), limits };
}

function unusable(seq: number, why: string, cause?: unknown): CtxError {
  return new CtxError('CTX_STORE_FAILED', `Record ${seq} of the session cannot be used: ${why}.`, { cause });
}

function startedTurn({ turn, call, upTo, attempt = 1, marker, tree }: TurnStartRecord): LostTurn {
  return { turn, call, upTo, attempt, marker, tree };
}

function createReplay(context: IContextProvider) {
  context.clear();
  const calls = createReplayedCalls();
  const promptSettings = new Map<string, string>();
  const memory = createMemberMemories();
  const noted = createNotedState();
  let justCompleted: string | undefined;
  let floor: HeldFloor | undefined;
  let turnsSinceHuman = 0;
  let repliesInRow = 0;
  let lastTurn = 0;

  function applySnapshot({ snapshot }: Extract<SessionRecord, { type: 'snapshot' }>): void {
    context.importSnapshot(snapshot.context);
    justCompleted = lastCompleted(context);
    calls.restore(snapshot);
    ({ floor, turnsSinceHuman, repliesInRow, lastTurn } = snapshot);
  }

  function applyMessage({ message }: Extract<SessionRecord, { type: 'message' }>): void {
    context.addMessage(message);
    if (isCompleted(message)) justCompleted = message.id;
    if (message.speaker.type !== 'human') return;
    turnsSinceHuman = 0;
    floor = undefined;
  }

  function applyQueue({ added = [], removed = [] }: Extract<SessionRecord, { type: 'queue' }>): void {
    for (const entry of added) {
      if (!calls.join(entry)) continue;
      // The same changes that `runLostAgain` made.
      turnsSinceHuman = Math.max(0, turnsSinceHuman - 1);
      floor = undefined;
    }
    removed.forEach(calls.leave);
  }

  return {
    apply(record: SessionRecord): void {
      noteRecords(noted, [record]);
      switch (record.type) {
        case 'snapshot':
          applySnapshot(record);
          break;
        case 'message':
          applyMessage(record);
          break;
        case 'task':
          context.setTeamTask(record.task);
          break;
        case 'queue':
          applyQueue(record);
          break;
        case 'floor':
          if (record.call !== undefined) calls.leave(record.call.id);
          floor = { member: record.member, reason: record.reason, note: record.note };
          break;
        case 'prompt-settings':
          promptSettings.set(record.member, settingsText(record));
          break;
        case 'native-session':
          replaySession(memory, record);
          break;
        case 'turn-start':
          replayStart(memory, record);
          if (calls.begin(startedTurn(record))) turnsSinceHuman += 1;
          repliesInRow = record.repliesInRow;
          lastTurn = Math.max(lastTurn, numberOf(record.turn));
          break;
        case 'turn-end':
          calls.end(record.turn, record.status === 'unknown');
          memory.uncertainSessions.delete(record.member);
          repliesInRow = record.repliesInRow ?? repliesInRow;
          break;
        default:
          break;
      }
    },

    finish: () => ({
      ...replayedState(calls, { turnsSinceHuman, repliesInRow, lastTurn, floor }, justCompleted),
      promptSettings,
      memory,
      ...noted,
    }),
  };
}

function replayedState(
  calls: ReplayedCalls,
  { turnsSinceHuman, ...rest }: Pick<StateSnapshot, 'turnsSinceHuman' | 'repliesInRow' | 'lastTurn' | 'floor'>,
  justCompleted: string | undefined,
): ConversationState {
  const open = calls.open();
  const state = createConversationState(
    {
      ...rest,
      queue: [...open.map(({ call }) => call), ...calls.waiting()],
      interrupted: open.length + calls.interrupted(),
      lastCall: calls.lastCall(),
      // Turns that were cut off are counted when they start again.
      turnsSinceHuman: Math.max(0, turnsSinceHuman - open.length),
      lost: [...calls.lost().values()],
    },
    justCompleted,
  );
  state.cutOff = open;
  for (const [callId, { turn, upTo, attempt }] of calls.again()) {
    state.restarts.set(callId, { turn, upTo, attempt: attempt + 1 });
  }
  return state;
}
