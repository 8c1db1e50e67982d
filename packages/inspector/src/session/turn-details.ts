import { CtxError, type SessionRecord } from '@ctx/contract';
import { type RebuildOptions, type RebuiltPrompt, rebuildPrompt } from '@ctx/team';
import type { PromptAnswer, PromptDifference, TurnAnswer } from '../protocol/answers.ts';
import { diffLines } from './line-diff.ts';
import { promptSections } from './prompt-sections.ts';

const MAX_DIFF_LINES = 2_000;
const MAX_LINE_CHARACTERS = 4_000;

/**
 * What one turn saw, did and changed. Undefined when the log has no such turn.
 */
export function turnDetails(
  records: readonly SessionRecord[],
  turn: string,
  options: RebuildOptions,
): TurnAnswer | undefined {
  const startAt = records.findLastIndex((record) => record.type === 'turn-start' && record.turn === turn);
  const start = records[startAt];
  if (start?.type !== 'turn-start') return undefined;
  const end = records.findLast((record) => record.type === 'turn-end' && record.turn === turn);
  const { trail, changes, receipt } = end?.type === 'turn-end' ? end : {};
  const settings = records
    .slice(0, startAt)
    .findLast((record) => record.type === 'prompt-settings' && record.member === start.call.member);
  const rebuilt = tryRebuild(records, turn, options);
  const before = records
    .slice(0, startAt)
    .findLast(
      (record) => record.type === 'turn-start' && record.call.member === start.call.member && record.turn !== turn,
    );
  return {
    turn,
    prompt:
      'why' in rebuilt && !('prompt' in rebuilt)
        ? { why: rebuilt.why }
        : answerOf(rebuilt as RebuiltPrompt, receipt, difference(records, before, rebuilt as RebuiltPrompt, options)),
    settings: settings?.type === 'prompt-settings' ? withoutTexts(settings) : undefined,
    trail,
    changes,
  };
}

/** The prompt of a turn as one text, system flag first; or why it cannot be made again. */
export function wholePrompt(records: readonly SessionRecord[], turn: string, options: RebuildOptions): string {
  const rebuilt = tryRebuild(records, turn, options);
  return 'prompt' in rebuilt ? textOf(rebuilt) : rebuilt.why;
}

function answerOf(
  rebuilt: RebuiltPrompt,
  sent: RebuiltPrompt['receipt'] | undefined,
  difference?: PromptDifference,
): PromptAnswer {
  const { exact, why } = rebuilt;
  return { exact, why, sections: promptSections(rebuilt), receipt: sent ?? rebuilt.receipt, difference };
}

function tryRebuild(
  records: readonly SessionRecord[],
  turn: string,
  options: RebuildOptions,
): RebuiltPrompt | { readonly why: string } {
  try {
    return rebuildPrompt(records, turn, options);
  } catch (error) {
    // A log of an earlier version, or one that was repaired, may lack what it takes.
    if (CtxError.isInstance(error)) return { why: error.message };
    throw error;
  }
}

function difference(
  records: readonly SessionRecord[],
  before: SessionRecord | undefined,
  prompt: RebuiltPrompt,
  options: RebuildOptions,
): PromptDifference | undefined {
  if (before?.type !== 'turn-start') return undefined;
  const earlier = tryRebuild(records, before.turn, options);
  if (!('prompt' in earlier)) return undefined;
  const { added, removed, lines } = diffLines(textOf(earlier), textOf(prompt));
  const shown = lines
    .slice(0, MAX_DIFF_LINES)
    .map(({ kind, text }) => ({ kind, text: text.slice(0, MAX_LINE_CHARACTERS) }));
  return {
    turn: before.turn,
    added,
    removed,
    lines: shown,
    ...(lines.length > shown.length ? { cut: lines.length - shown.length } : {}),
  };
}

function textOf({ prompt, systemFlag }: RebuiltPrompt): string {
  return systemFlag === undefined ? prompt : `${systemFlag}\n\n${prompt}`;
}

function withoutTexts(settings: Extract<SessionRecord, { type: 'prompt-settings' }>): TurnAnswer['settings'] {
  const { systemInstruction: _system, instructionFileText: _file, ...rest } = settings;
  return rest;
}
