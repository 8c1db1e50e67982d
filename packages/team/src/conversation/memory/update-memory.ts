import { isBlank } from '@ctx/agent-runner';
import type { FullPromptReason, NativeSession, NativeSessionRecord, TurnResult } from '@ctx/contract';
import type { LiveConversation } from '../live-conversation.ts';
import type { RunningTurn } from '../turn/running-turn.ts';
import { heldTokens, type TurnObserver } from './session-size.ts';
import type { TurnPrompt } from './turn-prompt.ts';

/** What an agent was sent in a turn, and what its events showed. */
export interface SentTurn {
  readonly sent: TurnPrompt;
  readonly observer: TurnObserver;
  /** Whether the agent continues a copy of a resumed session, so that a failed turn leaves the session unchanged. */
  readonly forks: boolean;
}

/** Updates the member's session in the state after a turn. Returns a record for the log if it changed. */
export function updateMemory(
  live: LiveConversation,
  ended: Pick<RunningTurn, 'member' | 'upTo' | 'attempt'>,
  result: TurnResult,
  turn: SentTurn | undefined,
  at: number,
): NativeSessionRecord[] {
  const { sessions, uncertainSessions } = live.state.memory;
  const { id } = ended.member;
  const before = sessions.get(id);
  const after = sessionAfter(before, result, turn, (resumed) => seenUpTo(live, ended, resumed));
  if (turn?.sent.session === 'keep') uncertainSessions.delete(id);
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
  // The turn may have changed the session.
  if (result.status === 'unknown') return markOver(before, 'turn-incomplete');
  if (turn === undefined) return before;
  if (turn.sent.session !== 'keep') {
    // The session does not know this answer, and a delta never includes the member's own messages.
    const hasAnswered = result.status === 'completed' && !isBlank(result.text);
    return hasAnswered ? markOver(before, 'turn-outside') : before;
  }
  const { sent, observer, forks } = turn;
  if (result.status !== 'completed') {
    if (sent.prompt.receipt.memory?.reason === 'session-lost') return markOver(before, 'session-lost');
    return sent.resume === undefined || forks ? before : markOver(before, 'turn-incomplete');
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

// The session will not be resumed. The first reason counts.
function markOver(session: NativeSession | undefined, over: FullPromptReason): NativeSession | undefined {
  return session === undefined || session.over !== undefined ? session : { ...session, over };
}

// A turn that runs again sees only what it could see the first time, but its session may have seen more since.
function seenUpTo(
  { context }: LiveConversation,
  { upTo, attempt }: Pick<RunningTurn, 'upTo' | 'attempt'>,
  resumed: NativeSession | undefined,
): string {
  if (resumed === undefined || attempt === 1) return upTo;
  const newest = context.getMessages().findLast(({ id }) => id === upTo || id === resumed.seenUpTo);
  return newest?.id ?? upTo;
}
