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
import { type FullPrompt, fullPrompt, type MadePrompt } from './full-prompt.ts';
import { changeOfBasis, sessionBasis } from './session-basis.ts';
import { isSessionFull } from './session-size.ts';
import { sharedPrefixBytes } from './shared-prefix.ts';

/** What a turn is sent, into which session, and how it can be made again. */
export interface TurnPrompt {
  /** Its receipt tells of the memory too. */
  readonly prompt: MadePrompt;
  readonly since?: string | undefined;
  readonly taskKnown?: boolean | undefined;
  readonly keepFrom?: string | undefined;
  /** The team task, which the session knows afterwards. */
  readonly task?: string | undefined;
  readonly session: 'keep' | 'discard';
  readonly resume?: ResumedSession | undefined;
  readonly replaces?: ResumedSession | undefined;
  /** What a session that this turn begins or goes on in stands on; missing when it is not kept. */
  readonly basis?: NativeSessionBasis | undefined;
}

/** A turn whose prompt is to be made. */
export interface PromptedTurn {
  readonly turn: Pick<RunningTurn, 'member' | 'call' | 'upTo'>;
  readonly settings: PromptSettings;
  /** What the executor knows of the member's sessions. */
  readonly sessions: MemberSessions | undefined;
  /** Its session was lost in this very turn. */
  readonly isLost?: boolean | undefined;
}

/** Reasons for which the next turn would be sent everything again: a session is of no use. */
const NEVER_RESUMED: readonly FullPromptReason[] = ['no-memory', 'window-size', 'no-layout'];
/** Reasons for which the old session is not removed: it is out of reach, or somebody else has gone on in it. */
const NOT_OURS: readonly FullPromptReason[] = ['machine-changed', 'agent-type-changed', 'session-lost'];

/**
 * Makes the prompt of a turn: only what is new, where the member's agent has a session that holds all the rest; else
 * everything, with the reason.
 */
export function makeTurnPrompt(live: LiveConversation, prompted: PromptedTurn): TurnPrompt {
  const { context, state, executor } = live;
  const { turn, settings, sessions } = prompted;
  const { member, call, upTo } = turn;
  const { memory } = state;
  const asked = { replyTo: call.replyTo, upTo, format: executor.promptFormat };
  const full = fullPrompt({ context, member, settings }, asked, memory.keepFrom.get(member.id));
  const hasLayout = full.prompt.receipt.context !== undefined;
  const basis = sessions === undefined ? undefined : sessionBasis(member, settings, sessions);
  const session = memory.sessions.get(member.id);
  const found = whyFull(live, prompted, { session, basis, hasLayout }) ?? deltaOf(live, prompted, session!);
  const reason = typeof found === 'string' ? found : undefined;
  const sent: TurnPrompt =
    typeof found === 'string' ? fullTurn(full, found, { session, basis }) : { ...found, basis, session: 'keep' };
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
  return { ...sent, task: context.getTeamTask() ?? undefined, prompt: { ...prompt, receipt } as MadePrompt };
}

interface Held {
  readonly session: NativeSession | undefined;
  readonly basis: NativeSessionBasis | undefined;
  readonly hasLayout: boolean;
}

function whyFull(
  { executor, state }: LiveConversation,
  { turn: { member }, settings, sessions, isLost }: PromptedTurn,
  { session, basis, hasLayout }: Held,
): FullPromptReason | undefined {
  // Where a durable executor will run the turn is not known yet, nor which sessions are there.
  if (executor.durable === true || member.memory === 'fresh' || sessions?.keep !== true) return 'no-memory';
  // The member's own, or that of a context that was made with one.
  if (settings.windowSize !== undefined) return 'window-size';
  if (!hasLayout) return 'no-layout';
  if (isLost === true) return 'session-lost';
  if (session === undefined) return 'no-session';
  const change = changeOfBasis(session.basis, basis!);
  if (change !== undefined) return change;
  if (session.over !== undefined) return session.over;
  if (state.memory.cutOff.has(member.id) && !sessions.forks) return 'turn-incomplete';
  return isSessionFull(session, member.model) ? 'session-full' : undefined;
}

function deltaOf(
  { context, executor }: LiveConversation,
  { turn: { member, call, upTo }, settings }: PromptedTurn,
  { sessionId, seenUpTo: since, totals, mark, task: told }: NativeSession,
): Omit<TurnPrompt, 'session'> | FullPromptReason {
  const task = context.getTeamTask() ?? undefined;
  // Nothing that is sent could take a task away.
  if (task === undefined && told !== undefined) return 'instructions-changed';
  const taskKnown = task !== undefined && task === told ? true : undefined;
  let prompt: MadePrompt;
  try {
    const asked = { replyTo: call.replyTo, upTo, since, taskKnown, format: executor.promptFormat };
    prompt = assembleWith(context, member, settings, asked);
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
  { session, basis }: Pick<Held, 'session' | 'basis'>,
): TurnPrompt {
  if (NEVER_RESUMED.includes(reason)) return { prompt, keepFrom, session: 'discard' };
  const isOurs = session !== undefined && !NOT_OURS.includes(reason);
  return { prompt, keepFrom, session: 'keep', basis, replaces: isOurs ? replaced(session, reason) : undefined };
}

// A turn of ours that did not complete has changed the session, and nobody knows its mark.
function replaced({ sessionId, mark, over }: NativeSession, reason: FullPromptReason): ResumedSession {
  return [over, reason].includes('turn-incomplete') ? { sessionId } : { sessionId, mark };
}
