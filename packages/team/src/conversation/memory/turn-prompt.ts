import {
  ContextBudgetError,
  CtxError,
  type FullPromptReason,
  type MemberSessions,
  type NativeSession,
  type NativeSessionBasis,
  type ReceiptMemory,
  type ResumedSession,
} from '@ctx/contract';
import type { LiveConversation } from '../live-conversation.ts';
import { assembleWith } from '../turn/assemble-for-member.ts';
import type { PromptSettings } from '../turn/prompt-settings.ts';
import type { RunningTurn } from '../turn/running-turn.ts';
import { type AssembledPrompt, type FullPrompt, fullPrompt } from './full-prompt.ts';
import { changeOfBasis, sessionBasis } from './session-basis.ts';
import { isSessionFull } from './session-size.ts';
import { sharedPrefixBytes } from './shared-prefix.ts';

/** The prompt of a turn, the agent session it goes into, and the options that are logged to rebuild it. */
export interface TurnPrompt {
  /** The prompt with its receipt, `receipt.memory` included. */
  readonly prompt: AssembledPrompt;
  /** Id of the newest message that the session has seen. Only in a delta. */
  readonly since?: string | undefined;
  /** The session knows the team task, so a delta does not repeat it. */
  readonly taskKnown?: boolean | undefined;
  /** Id of the message where a full prompt begins, once the budget has been full. */
  readonly keepFrom?: string | undefined;
  /** The team task, which the agent's session knows after this turn. */
  readonly task?: string | undefined;
  /** Whether the agent keeps its session after this turn. */
  readonly session: 'keep' | 'discard';
  /** The session to continue; missing when everything is sent. */
  readonly resume?: ResumedSession | undefined;
  /** The old session, to be removed when this turn has completed in a new one. */
  readonly replaces?: ResumedSession | undefined;
  /** What the kept session depends on; missing when it is not kept. */
  readonly basis?: NativeSessionBasis | undefined;
}

/** What `makeTurnPrompt` needs to know about a turn. */
export interface PromptRequest {
  readonly turn: Pick<RunningTurn, 'member' | 'call' | 'upTo'>;
  readonly settings: PromptSettings;
  /** What the executor knows about the member's sessions. */
  readonly sessions: MemberSessions | undefined;
  /** Set when the agent has just lost its session in this turn. */
  readonly isSessionLost?: boolean | undefined;
}

/** With these reasons the next turn gets everything again too, so the session is not kept. */
const NEVER_RESUMED: readonly FullPromptReason[] = ['no-memory', 'window-size', 'no-layout'];
/** With these reasons the old session is not removed: it is out of reach, or somebody else has continued it. */
const NOT_OURS: readonly FullPromptReason[] = ['machine-changed', 'agent-type-changed', 'session-lost'];

/**
 * Builds the prompt of a turn. If the agent has a session that holds the rest of the conversation, the prompt has only
 * the new messages (a delta). Otherwise it has the whole conversation, and its receipt says why.
 * @throws what `assembleForMember` throws, except `CTX_TEAM_FILE`.
 */
export function makeTurnPrompt(live: LiveConversation, request: PromptRequest): TurnPrompt {
  const { context, state, executor } = live;
  const { turn, settings, sessions } = request;
  const { member, call, upTo } = turn;
  const { memory } = state;
  const options = { replyTo: call.replyTo, upTo, format: executor.promptFormat };
  // Also built for a delta: the receipt reports both sizes.
  const full = fullPrompt({ context, member, settings }, options, memory.keepFrom.get(member.id));
  const hasLayout = full.prompt.receipt.context !== undefined;
  const basis = sessions === undefined ? undefined : sessionBasis(member, settings, sessions);
  const session = memory.sessions.get(member.id);
  const deltaOrReason = whyFull(live, request, { session, basis, hasLayout }) ?? makeDelta(live, request, session!);
  const reason = typeof deltaOrReason === 'string' ? deltaOrReason : undefined;
  const sent: TurnPrompt =
    typeof deltaOrReason === 'string'
      ? fullTurn(full, deltaOrReason, { session, basis })
      : { ...deltaOrReason, basis, session: 'keep' };
  const { prompt } = sent;
  const receiptMemory: ReceiptMemory = {
    mode: reason === undefined ? 'delta' : 'full',
    reason,
    since: sent.since,
    fullBytes: full.prompt.receipt.usedBytes,
    sharedPrefixBytes: sharedPrefixBytes(memory.lastPrompts.get(member.id), prompt),
  };
  memory.lastPrompts.set(member.id, { prompt: prompt.prompt, systemFlag: prompt.systemFlag });
  if (sent.keepFrom !== undefined) memory.keepFrom.set(member.id, sent.keepFrom);
  const receipt = { ...prompt.receipt, memory: receiptMemory };
  return { ...sent, task: context.getTeamTask() ?? undefined, prompt: { ...prompt, receipt } as AssembledPrompt };
}

interface SessionFacts {
  /** The session of the member's last turn. */
  readonly session: NativeSession | undefined;
  /** What a session would depend on now. */
  readonly basis: NativeSessionBasis | undefined;
  readonly hasLayout: boolean;
}

// The reason to send everything; `undefined` when a delta may do.
function whyFull(
  { executor, state }: LiveConversation,
  { turn: { member }, settings, sessions, isSessionLost }: PromptRequest,
  { session, basis, hasLayout }: SessionFacts,
): FullPromptReason | undefined {
  // A durable executor may run the turn on any machine, and which sessions exist there is not known.
  if (executor.durable === true || member.memory === 'fresh' || sessions?.keep !== true) return 'no-memory';
  // Set for the member, or for the whole context.
  if (settings.windowSize !== undefined) return 'window-size';
  if (!hasLayout) return 'no-layout';
  if (isSessionLost === true) return 'session-lost';
  if (session === undefined) return 'no-session';
  const change = changeOfBasis(session.basis, basis!);
  if (change !== undefined) return change;
  if (session.over !== undefined) return session.over;
  if (state.memory.uncertainSessions.has(member.id) && !sessions.forks) return 'turn-incomplete';
  return isSessionFull(session, member.model) ? 'session-full' : undefined;
}

// A prompt with only the new messages, or the reason why that does not work.
function makeDelta(
  { context, executor }: LiveConversation,
  { turn: { member, call, upTo }, settings }: PromptRequest,
  { sessionId, seenUpTo: since, totals, mark, task: knownTask }: NativeSession,
): Omit<TurnPrompt, 'session'> | FullPromptReason {
  const task = context.getTeamTask() ?? undefined;
  // A delta can send a new task, but it cannot remove the old one.
  if (task === undefined && knownTask !== undefined) return 'instructions-changed';
  const taskKnown = task !== undefined && task === knownTask ? true : undefined;
  let prompt: AssembledPrompt;
  try {
    const options = { replyTo: call.replyTo, upTo, since, taskKnown, format: executor.promptFormat };
    prompt = assembleWith(context, member, settings, options);
  } catch (error) {
    if (CtxError.isInstance(error) && error.code === 'CTX_UNKNOWN_MESSAGE') return 'seen-not-kept';
    if (ContextBudgetError.isInstance(error)) return 'delta-dropped';
    throw error;
  }
  if (prompt.receipt.context!.dropped > 0) return 'delta-dropped';
  return { prompt, since, taskKnown, resume: { sessionId, totalsBefore: totals, mark } };
}

function fullTurn(
  { prompt, keepFrom }: FullPrompt,
  reason: FullPromptReason,
  { session, basis }: Pick<SessionFacts, 'session' | 'basis'>,
): TurnPrompt {
  if (NEVER_RESUMED.includes(reason)) return { prompt, keepFrom, session: 'discard' };
  const isOurs = session !== undefined && !NOT_OURS.includes(reason);
  return { prompt, keepFrom, session: 'keep', basis, replaces: isOurs ? replaced(session, reason) : undefined };
}

// After an incomplete turn the session has changed, and its current mark is unknown.
function replaced({ sessionId, mark, over }: NativeSession, reason: FullPromptReason): ResumedSession {
  return [over, reason].includes('turn-incomplete') ? { sessionId } : { sessionId, mark };
}
