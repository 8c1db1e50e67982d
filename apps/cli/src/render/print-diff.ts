import type { WorkTreeChanges } from '@ctx/contract';
import type { PastTurn } from '../sessions/session-history.ts';
import { safeLine, safeText } from '../terminal/safe-text.ts';
import type { Colors } from '../terminal/terminal.ts';
import { changeLines } from './describe-deeds.ts';
import { formatBytes, formatCount } from './format-amounts.ts';

/** What a turn changed, as text to print. */
export interface DiffOptions {
  /** Name of a member by its id. */
  readonly nameOf: (member: string) => string;
  readonly colors: Colors;
  /** Only the files with their counts. */
  readonly stat: boolean;
  /** Whether the change was taken back since. */
  readonly isUndone: boolean;
}

/** What became different in one turn: a heading, then the patch or the files. Safe to print. */
export function describeDiff({ end, start }: PastTurn, { nameOf, colors, stat, isUndone }: DiffOptions): string {
  const changes = end?.changes;
  const who = safeLine(nameOf(end?.member ?? start.call.member));
  const heading = [start.turn.replace('-', ' '), who, ...summary(changes), ...(isUndone ? ['taken back'] : [])];
  const lines = [colors.bold(heading.join(' · '))];
  const notes: string[] = [];
  if (changes?.unknown !== undefined) notes.push(`not known: ${changes.unknown}`);
  if (changes?.sharedWith !== undefined && changes.files.length > 0) {
    notes.push(`${changes.sharedWith.join(', ')} ran in the same folder at the same time: some of it may be theirs`);
  }
  const showsPatch = !stat && changes?.patch !== undefined;
  if (showsPatch && changes.patchCutBytes !== undefined) {
    notes.push(`the patch goes on for ${formatBytes(changes.patchCutBytes)} that were not kept`);
  }
  lines.push(...notes.map((note) => colors.yellow(`! ${safeLine(note)}`)));
  if (showsPatch) lines.push(...paintPatch(changes.patch!, colors));
  else
    lines.push(
      ...changeLines(changes, Number.POSITIVE_INFINITY)
        .filter((line) => line.startsWith('±'))
        .map((line) => line.slice(2)),
    );
  return `${lines.join('\n')}\n`;
}

function summary(changes: WorkTreeChanges | undefined): string[] {
  if (changes === undefined || changes.unknown !== undefined) return [];
  if (changes.files.length === 0) return ['nothing changed'];
  const sum = (field: 'added' | 'removed') => changes.files.reduce((total, file) => total + (file[field] ?? 0), 0);
  return [`${formatCount(changes.files.length, 'file')}, +${sum('added')} −${sum('removed')}`];
}

function paintPatch(patch: string, colors: Colors): string[] {
  // Inside of a hunk a line that begins with `---` is text.
  let isHeader = true;
  return patch
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => {
      const text = safeText(line);
      if (line.startsWith('diff --git ')) isHeader = true;
      if (line.startsWith('@@ ')) {
        isHeader = false;
        return colors.cyan(text);
      }
      if (isHeader) return colors.bold(text);
      if (line.startsWith('+')) return colors.green(text);
      return line.startsWith('-') ? colors.red(text) : text;
    });
}
