import { type ChunkedPrompt, CtxError, type ExplainedPrompt, type TurnResult } from '@ctx/contract';
import type { LiveConversation } from '../live-conversation.ts';
import { tell } from '../telling/tell.ts';
import { assembleForMember } from './assemble-for-member.ts';
import { collectTurn, failureOf } from './collect-turn.ts';
import { finishTurn } from './finish-turn.ts';
import type { RunningTurn } from './running-turn.ts';

/** Runs one turn from its prompt to its last record. Rejects only when the session cannot be kept. */
export async function takeTurn(live: LiveConversation, turn: RunningTurn): Promise<void> {
  const { context, executor } = live;
  const { member, upTo } = turn;
  const { replyTo } = turn.call;
  let prompt: ExplainedPrompt | ChunkedPrompt;
  try {
    prompt = await assembleForMember(context, member, { replyTo, upTo, format: executor.promptFormat });
  } catch (error) {
    if (CtxError.isInstance(error) && error.code === 'CTX_UNKNOWN_MESSAGE') return giveUpTurn(live, turn);
    // A prompt that cannot be made (budget, instruction file) is a failed turn of that member, not the end of the team.
    await tellStart(live, turn);
    return finishTurn(live, turn, { status: 'failed', text: '', error: failureOf(error) }, { durationMs: 0 });
  }
  await tellStart(live, turn);
  const startedAt = performance.now();
  const result = await runPrompt(live, turn, prompt);
  const durationMs = Math.round(performance.now() - startedAt);
  await finishTurn(live, turn, result, { durationMs, receipt: prompt.receipt });
}

// The message it was to answer is no longer kept: it does not count as a turn.
function giveUpTurn(live: LiveConversation, { id, call, member }: RunningTurn): Promise<void> {
  live.state.running.delete(id);
  live.state.turnsSinceHuman = Math.max(0, live.state.turnsSinceHuman - 1);
  return tell(live, {
    records: [{ type: 'queue', removed: [call.id], at: Date.now() }],
    events: [{ type: 'unresolved', reason: 'message-gone', names: [member.label], message: call.replyTo }],
  });
}

function tellStart(live: LiveConversation, { id: turn, call, member, upTo }: RunningTurn): Promise<void> {
  const { repliesInRow } = live.state.queue.state();
  return tell(live, {
    records: [{ type: 'turn-start', turn, call, upTo, repliesInRow, at: Date.now() }],
    events: [{ type: 'turn-start', turn, member: member.id, replyTo: call.replyTo, upTo }],
  });
}

function runPrompt(
  { executor, hub, sessionId, cancelGraceMs }: LiveConversation,
  { id, member: { id: member }, call, upTo, abort }: RunningTurn,
  { prompt, systemFlag }: ExplainedPrompt | ChunkedPrompt,
): Promise<TurnResult> {
  const turn = { id, sessionId, member, replyTo: call.replyTo, upTo, prompt, systemFlag };
  return collectTurn(executor, turn, {
    signal: abort.signal,
    cancelGraceMs,
    onEvent: (event) => hub.publish({ type: 'agent-event', turn: id, member, event }),
  });
}
