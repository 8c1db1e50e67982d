import type { PromptSettingsRecord, SessionRecord } from '@ctx/contract';
import type { LiveConversation } from '../live-conversation.ts';
import type { TurnPrompt } from '../memory/turn-prompt.ts';
import { recordAndPublish } from '../output/record-and-publish.ts';
import { promptHash } from './prompt-hash.ts';
import { type PromptSettings, settingsText } from './prompt-settings.ts';
import type { RunningTurn } from './running-turn.ts';

/** The prompt of a turn, and the settings it was built with. */
interface StartedPrompt {
  readonly settings: PromptSettings;
  readonly sent: TurnPrompt;
  /** Id of the tree before the turn. */
  readonly tree?: string | undefined;
}

/** Writes and publishes the start of a turn. `made` is missing when no prompt could be built. */
export function recordTurnStart(live: LiveConversation, running: RunningTurn, made?: StartedPrompt): Promise<void> {
  const { id: turn, call, member, upTo, attempt, isAttached } = running;
  return recordAndPublish(live, {
    records: isAttached ? [] : startRecords(live, running, made),
    events: [{ type: 'turn-start', turn, member: member.id, replyTo: call.replyTo, upTo, attempt }],
  });
}

/** The records of a turn that starts, or starts again: changed prompt settings, then `turn-start`. */
export function startRecords(
  live: LiveConversation,
  { id: turn, call, upTo, attempt, marker }: RunningTurn,
  made?: StartedPrompt,
): SessionRecord[] {
  const { repliesInRow } = live.state.queue.state();
  const at = Date.now();
  const start = { type: 'turn-start', turn, call, upTo, repliesInRow, attempt, marker, at } as const;
  if (made === undefined) return [start];
  const { since, taskKnown, keepFrom, prompt } = made.sent;
  return [
    ...changedSettings(live, made.settings, at),
    { ...start, promptHash: promptHash(prompt), since, taskKnown, keepFrom, tree: made.tree },
  ];
}

function changedSettings(
  { state: { promptSettings } }: LiveConversation,
  settings: PromptSettings,
  at: number,
): PromptSettingsRecord[] {
  const text = settingsText(settings);
  if (promptSettings.get(settings.member) === text) return [];
  promptSettings.set(settings.member, text);
  return [{ type: 'prompt-settings', ...settings, at }];
}
