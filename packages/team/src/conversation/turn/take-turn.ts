import {
  type ChunkedPrompt,
  CtxError,
  type ExplainedPrompt,
  type PromptSettingsRecord,
  type TurnResult,
} from '@ctx/contract';
import type { LiveConversation } from '../live-conversation.ts';
import { tell } from '../telling/tell.ts';
import { assembleWith } from './assemble-for-member.ts';
import { collectTurn, failureOf } from './collect-turn.ts';
import { finishTurn } from './finish-turn.ts';
import { promptHash } from './prompt-hash.ts';
import { type PromptSettings, readPromptSettings, settingsText } from './prompt-settings.ts';
import type { RunningTurn } from './running-turn.ts';

type MadePrompt = ExplainedPrompt | ChunkedPrompt;

/** Runs one turn from its prompt to its last record. Rejects only when the session cannot be kept. */
export async function takeTurn(live: LiveConversation, turn: RunningTurn): Promise<void> {
  const { context, executor } = live;
  const { member, upTo } = turn;
  const { replyTo } = turn.call;
  let settings: PromptSettings;
  let prompt: MadePrompt;
  try {
    settings = await readPromptSettings(live, member);
    prompt = assembleWith(context, member, settings, { replyTo, upTo, format: executor.promptFormat });
  } catch (error) {
    if (CtxError.isInstance(error) && error.code === 'CTX_UNKNOWN_MESSAGE') return giveUpTurn(live, turn);
    // A prompt that cannot be made (budget, instruction file) is a failed turn of that member, not the end of the team.
    await tellStart(live, turn);
    return finishTurn(live, turn, { status: 'failed', text: '', error: failureOf(error) }, { durationMs: 0 });
  }
  // Nothing may come between making the prompt and writing its start: from what stands before it, it is made again.
  await tellStart(live, turn, { settings, prompt });
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

function tellStart(
  live: LiveConversation,
  { id: turn, call, member, upTo, attempt, marker, isAttached }: RunningTurn,
  made?: { readonly settings: PromptSettings; readonly prompt: MadePrompt },
): Promise<void> {
  const { repliesInRow } = live.state.queue.state();
  const at = Date.now();
  const hash = made && promptHash(made.prompt);
  const start = { type: 'turn-start', turn, call, upTo, repliesInRow, attempt, marker, promptHash: hash, at } as const;
  return tell(live, {
    records: isAttached ? [] : [...changedSettings(live, made?.settings, at), start],
    events: [{ type: 'turn-start', turn, member: member.id, replyTo: call.replyTo, upTo, attempt }],
  });
}

function changedSettings(
  { state: { promptSettings } }: LiveConversation,
  settings: PromptSettings | undefined,
  at: number,
): PromptSettingsRecord[] {
  if (settings === undefined) return [];
  const text = settingsText(settings);
  if (promptSettings.get(settings.member) === text) return [];
  promptSettings.set(settings.member, text);
  return [{ type: 'prompt-settings', ...settings, at }];
}

function runPrompt(
  { executor, hub, sessionId, cancelGraceMs }: LiveConversation,
  { id, member: { id: member }, call, upTo, attempt, marker, abort, trail }: RunningTurn,
  { prompt, systemFlag }: MadePrompt,
): Promise<TurnResult> {
  const { replyTo } = call;
  const turn = { id, sessionId, member, call: call.id, attempt, marker, replyTo, upTo, prompt, systemFlag };
  return collectTurn(executor, turn, {
    signal: abort.signal,
    cancelGraceMs,
    onEvent: (event) => {
      trail.note(event);
      return hub.publish({ type: 'agent-event', turn: id, member, event });
    },
  });
}
