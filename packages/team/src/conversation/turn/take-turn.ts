import { type AgentFailure, CtxError } from '@ctx/contract';
import type { ChangeRecording } from '../../changes/change-recorder.ts';
import type { LiveConversation } from '../live-conversation.ts';
import { createTurnObserver } from '../memory/session-size.ts';
import { makeTurnPrompt, type PromptRequest, type TurnPrompt } from '../memory/turn-prompt.ts';
import { recordAndPublish } from '../output/record-and-publish.ts';
import { failureOf } from './collect-turn.ts';
import { finishTurn } from './finish-turn.ts';
import { readPromptSettings } from './prompt-settings.ts';
import { isSessionLost, runPrompt } from './run-prompt.ts';
import type { RunningTurn } from './running-turn.ts';
import { recordTurnStart, startRecords } from './turn-start.ts';

/**
 * Runs one turn: builds its prompt, writes its start to the log, runs it on the executor and writes its end to the log.
 * Rejects only when the log cannot be written.
 */
export async function takeTurn(live: LiveConversation, turn: RunningTurn): Promise<void> {
  // A turn that the executor still has was recorded where it began.
  const recording = turn.isAttached
    ? undefined
    : await live.changes?.begin({ id: turn.id, sessionId: live.sessionId }, turn.member);
  try {
    await takeRecordedTurn(live, turn, recording);
  } finally {
    // However the turn ended, later turns must not count it as still running.
    recording?.drop();
  }
}

async function takeRecordedTurn(
  live: LiveConversation,
  turn: RunningTurn,
  recording: ChangeRecording | undefined,
): Promise<void> {
  const tree = recording?.before;
  let request: PromptRequest;
  let sent: TurnPrompt;
  try {
    const settings = await readPromptSettings(live, turn.member);
    request = { turn, settings, sessions: await live.executor.sessionsOf?.(turn.member.id) };
    sent = makeTurnPrompt(live, request);
  } catch (error) {
    if (CtxError.isInstance(error) && error.code === 'CTX_UNKNOWN_MESSAGE') return dropTurn(live, turn);
    // A prompt that cannot be built (budget, instruction file) fails this turn, not the conversation.
    await recordTurnStart(live, turn);
    return finishTurn(live, turn, { status: 'failed', text: '', error: failureOf(error) }, { durationMs: 0 });
  }
  // No await between building the prompt and writing its start: `rebuildPrompt` uses the records before the start.
  await recordTurnStart(live, turn, { settings: request.settings, sent, tree });
  const startedAt = performance.now();
  const observer = createTurnObserver();
  let current = turn;
  let result = await runPrompt(live, current, sent, observer);
  if (sent.resume !== undefined && isSessionLost(result.error)) {
    // The agent has lost its own session: send the whole conversation once more, into a new session.
    const full = makePromptForNewSession(live, request);
    if ('error' in full) result = { status: 'failed', text: '', error: full.error };
    else {
      current = { ...turn, attempt: turn.attempt + 1 };
      sent = full;
      const records = startRecords(live, current, { settings: request.settings, sent, tree });
      await recordAndPublish(live, { records, events: [] });
      result = await runPrompt(live, current, sent, observer);
    }
  }
  const durationMs = Math.round(performance.now() - startedAt);
  const sentTurn = { sent, observer, forks: request.sessions?.forks === true };
  if (recording !== undefined) {
    result = { ...result, changes: result.changes ?? (await recording.end(turn.evidence.evidence())) };
  }
  await finishTurn(live, current, result, { durationMs, receipt: sent.prompt.receipt, sentTurn });
}

// It fails when the message to answer was removed while the turn ran.
function makePromptForNewSession(
  live: LiveConversation,
  request: PromptRequest,
): TurnPrompt | { readonly error: AgentFailure } {
  try {
    return makeTurnPrompt(live, { ...request, isSessionLost: true });
  } catch (error) {
    return { error: failureOf(error) };
  }
}

// The message to answer is no longer kept, so this does not count as a turn.
function dropTurn(live: LiveConversation, { id, call, member }: RunningTurn): Promise<void> {
  live.state.running.delete(id);
  live.state.turnsSinceHuman = Math.max(0, live.state.turnsSinceHuman - 1);
  return recordAndPublish(live, {
    records: [{ type: 'queue', removed: [call.id], at: Date.now() }],
    events: [{ type: 'unresolved', reason: 'message-gone', names: [member.label], message: call.replyTo }],
  });
}
