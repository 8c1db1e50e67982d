import {
  CtxError,
  type PromptSettingsRecord,
  type Receipt,
  type SessionRecord,
  type TurnEndRecord,
  type TurnStartRecord,
} from '@ctx/contract';
import { type RebuildOptions, type RebuiltPrompt, rebuildPrompt } from '@ctx/team';
import type { PromptAnswer, PromptDifference, TurnAnswer } from '../protocol/answers.ts';
import { diffLines } from './line-diff.ts';
import { promptSections } from './prompt-sections.ts';

const MAX_DIFF_LINES = 2_000;
const MAX_LINE_CHARACTERS = 4_000;

/** A rebuilt prompt, or why it could not be rebuilt. */
type Rebuilt = { readonly prompt: RebuiltPrompt } | { readonly why: string };

/** What one turn saw, did and changed; `undefined` if the log has no such turn. */
export function turnDetails(
  records: readonly SessionRecord[],
  turn: string,
  options: RebuildOptions,
): TurnAnswer | undefined {
  const startAt = records.findLastIndex((record) => record.type === 'turn-start' && record.turn === turn);
  const start = records[startAt];
  if (start?.type !== 'turn-start') return undefined;
  const end = records.findLast((record): record is TurnEndRecord => record.type === 'turn-end' && record.turn === turn);
  const before = records.slice(0, startAt);
  const { member } = start.call;
  const settings = before.findLast(
    (record): record is PromptSettingsRecord => record.type === 'prompt-settings' && record.member === member,
  );
  const earlier = before.findLast(
    (record): record is TurnStartRecord =>
      record.type === 'turn-start' && record.call.member === member && record.turn !== turn,
  );
  const rebuilt = rebuild(records, turn, options);
  const difference =
    'why' in rebuilt || earlier === undefined ? undefined : compare(records, earlier.turn, rebuilt.prompt, options);
  return {
    turn,
    prompt: 'why' in rebuilt ? rebuilt : answerOf(rebuilt.prompt, end?.receipt, difference),
    settings: settings && withoutTexts(settings),
    trail: end?.trail,
    changes: end?.changes,
  };
}

/** The prompt of a turn as one text, system flag first; or why it cannot be rebuilt. `undefined` for an unknown turn. */
export function wholePrompt(
  records: readonly SessionRecord[],
  turn: string,
  options: RebuildOptions,
): string | undefined {
  if (!records.some((record) => record.type === 'turn-start' && record.turn === turn)) return undefined;
  const rebuilt = rebuild(records, turn, options);
  return 'why' in rebuilt ? rebuilt.why : textOf(rebuilt.prompt);
}

// The receipt in the turn-end record is preferred: it also says what the agent remembers from its own session.
function answerOf(prompt: RebuiltPrompt, sent: Receipt | undefined, difference?: PromptDifference): PromptAnswer {
  const { exact, why, receipt } = prompt;
  return { exact, why, sections: promptSections(prompt), receipt: sent ?? receipt, difference };
}

function rebuild(records: readonly SessionRecord[], turn: string, options: RebuildOptions): Rebuilt {
  try {
    return { prompt: rebuildPrompt(records, turn, options) };
  } catch (error) {
    // A log of an earlier version, or a repaired one, may lack the records needed.
    if (CtxError.isInstance(error)) return { why: error.message };
    throw error;
  }
}

function compare(
  records: readonly SessionRecord[],
  turn: string,
  prompt: RebuiltPrompt,
  options: RebuildOptions,
): PromptDifference | undefined {
  const earlier = rebuild(records, turn, options);
  if ('why' in earlier) return undefined;
  const { added, removed, lines } = diffLines(textOf(earlier.prompt), textOf(prompt));
  const shown = lines
    .slice(0, MAX_DIFF_LINES)
    .map(({ kind, text }) => ({ kind, text: text.slice(0, MAX_LINE_CHARACTERS) }));
  const cut = lines.length - shown.length;
  return { turn, added, removed, lines: shown, ...(cut === 0 ? {} : { cut }) };
}

function textOf({ prompt, systemFlag }: RebuiltPrompt): string {
  return systemFlag === undefined ? prompt : `${systemFlag}\n\n${prompt}`;
}

function withoutTexts(settings: PromptSettingsRecord): TurnAnswer['settings'] {
  const { systemInstruction: _system, instructionFileText: _file, ...rest } = settings;
  return rest;
}
