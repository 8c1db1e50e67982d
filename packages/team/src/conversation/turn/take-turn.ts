import { type AgentFailure, CtxError, type TurnResult } from '@ctx/contract';
import type { LiveConversation } from '../live-conversation.ts';
import { createTurnObserver } from '../memory/session-size.ts';
import { makeTurnPrompt, type PromptedTurn, type TurnPrompt } from '../memory/turn-prompt.ts';
import { tell } from '../telling/tell.ts';
import { failureOf } from './collect-turn.ts';
import { finishTurn } from './finish-turn.ts';
import { readPromptSettings } from './prompt-settings.ts';
import { runPrompt } from './run-prompt.ts';
import type { RunningTurn } from './running-turn.ts';
import { startRecords, tellStart } from './tell-start.ts';

/** Runs one turn from its prompt to its last record. Rejects only when the session cannot be kept. */
export async function takeTurn(live: LiveConversation, turn: RunningTurn): Promise<void> {
  let prompted: PromptedTurn;
  let sent: TurnPrompt;
  try {
    const settings = await readPromptSettings(live, turn.member);
    prompted = { turn, settings, sessions: await live.executor.sessionsOf?.(turn.member.id) };
    sent = makeTurnPrompt(live, prompted);
  } catch (error) {
    if (CtxError.isInstance(error) && error.code === 'CTX_UNKNOWN_MESSAGE') return giveUpTurn(live, turn);
    // A prompt that cannot be made (budget, instruction file) is a failed turn of that member, not the end of the team.
    await tellStart(live, turn);
    return finishTurn(live, turn, { status: 'failed', text: '', error: failureOf(error) }, { durationMs: 0 });
  }
  // Nothing may come between making the prompt and writing its start: from what stands before it, it is made again.
  await tellStart(live, turn, { settings: prompted.settings, sent });
  const startedAt = performance.now();
  const observer = createTurnObserver();
  let running = turn;
  let result = await runPrompt(live, running, sent, observer);
  if (isSessionLost(result, sent)) {
    // At once, and once: everything, into a new session.
    const again = madeAgain(live, prompted);
    if ('error' in again) result = { status: 'failed', text: '', error: again.error };
    else {
      running = { ...turn, attempt: turn.attempt + 1 };
      sent = again;
      await tell(live, { records: startRecords(live, running, { settings: prompted.settings, sent }), events: [] });
      result = await runPrompt(live, running, sent, observer);
    }
  }
  const durationMs = Math.round(performance.now() - startedAt);
  const sentTurn = { sent, observer, forks: prompted.sessions?.forks === true };
  await finishTurn(live, running, result, { durationMs, receipt: sent.prompt.receipt, sentTurn });
}

// What it was to answer may be gone by now.
function madeAgain(live: LiveConversation, prompted: PromptedTurn): TurnPrompt | { readonly error: AgentFailure } {
  try {
    return makeTurnPrompt(live, { ...prompted, isLost: true });
  } catch (error) {
    return { error: failureOf(error) };
  }
}

function isSessionLost({ error }: TurnResult, { resume }: TurnPrompt): boolean {
  return resume !== undefined && error?.code === 'CTX_AGENT_SESSION_LOST';
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
