import type { FullPromptReason, NativeSession, NativeSessionRecord, TurnResult } from '@ctx/contract';
import type { LiveConversation } from '../live-conversation.ts';
import type { RunningTurn } from '../turn/running-turn.ts';
import { heldTokens, type TurnObserver } from './session-size.ts';
import type { TurnPrompt } from './turn-prompt.ts';

/** What a turn was sent, and what was seen of it. */
export interface SentTurn {
  readonly sent: TurnPrompt;
  readonly observer: TurnObserver;
  /** Its resumed turns go on in a copy. */
  readonly forks: boolean;
}

/** What the member's session is after a turn, in the state and, where it changed, as a record. */
export function settleMemory(
  live: LiveConversation,
  ended: Pick<RunningTurn, 'member' | 'upTo' | 'attempt'>,
  result: TurnResult,
  turn: SentTurn | undefined,
  at: number,
): NativeSessionRecord[] {
  const { sessions, cutOff } = live.state.memory;
  const { id } = ended.member;
  const before = sessions.get(id);
  const after = sessionAfter(before, result, turn, (resumed) => seenUpTo(live, ended, resumed));
  if (turn?.sent.session === 'keep') cutOff.delete(id);
  if (after === before) return [];
  if (after === undefined) sessions.delete(id);
  else sessions.set(id, after);
  return [{ type: 'native-session', member: id, session: after, at }];
}

function sessionAfter(
  before: NativeSession | undefined,
  result: TurnResult,
  turn: SentTurn | undefined,
  seen: (resumed: NativeSession | undefined) => string,
): NativeSession | undefined {
  // Nobody knows what became of it.
  if (result.status === 'unknown') return givenUp(before, 'turn-incomplete');
  if (turn === undefined) return before;
  if (turn.sent.session !== 'keep') {
    // Of what it says it is never told again; this session has not heard it.
    const hasAnswered = result.status === 'completed' && result.text.trim() !== '';
    return hasAnswered ? givenUp(before, 'turn-outside') : before;
  }
  const { sent, observer, forks } = turn;
  if (result.status !== 'completed') {
    if (sent.prompt.receipt.memory?.reason === 'session-lost') return givenUp(before, 'session-lost');
    return sent.resume === undefined || forks ? before : givenUp(before, 'turn-incomplete');
  }
  const { sessionId, totals, sessionMark, contextWindow } = result;
  if (sessionId === undefined) return undefined;
  const resumed = sent.resume === undefined ? undefined : before;
  return {
    sessionId,
    seenUpTo: seen(resumed),
    totals,
    mark: sessionMark,
    heldTokens: heldTokens(resumed?.heldTokens ?? 0, sent.prompt, result, observer),
    contextWindow,
    task: sent.task,
    over: observer.wasCompacted ? 'compacted' : undefined,
    basis: sent.basis!,
  };
}

function givenUp(session: NativeSession | undefined, over: FullPromptReason): NativeSession | undefined {
  return session === undefined || session.over !== undefined ? session : { ...session, over };
}

/** A turn that runs again sees what it could see the first time: its session may have seen more by now. */
function seenUpTo(
  { context }: LiveConversation,
  { upTo, attempt }: Pick<RunningTurn, 'upTo' | 'attempt'>,
  resumed: NativeSession | undefined,
): string {
  if (resumed === undefined || attempt === 1) return upTo;
  const newest = context.getMessages().findLast(({ id }) => id === upTo || id === resumed.seenUpTo);
  return newest?.id ?? upTo;
}
