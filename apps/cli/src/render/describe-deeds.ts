import { describeToolUse } from '@ctx/agent-runner';
import type { ChangedFiles, TrailEntry, WorkTreeChanges } from '@ctx/contract';
import { safeLine } from '../terminal/safe-text.ts';
import { formatCount, formatDuration } from './format-amounts.ts';
import { turnName } from './turn-name.ts';

const ENDINGS = { ok: '', error: ' (failed)', open: ' (not finished)' } as const;
const LETTERS = { added: 'A', modified: 'M', deleted: 'D' } as const;
const MAX_FILES = 10;

/** Shorter calls are shown without their duration: it would be `0.0 s`. */
const SHORTEST_SHOWN_MS = 50;

/**
 * One line per tool call of a turn, such as `✗ $ npm test (exit code 1), 3.2 s`; with `isWhole` also what the tools
 * returned, and what the agent said between them. Safe to print.
 */
export function trailLines(trail: readonly TrailEntry[] = [], isWhole = false): string[] {
  return trail.flatMap(({ tool, line, ended, durationMs = 0, said, output, exitCode }) => {
    const took = durationMs < SHORTEST_SHOWN_MS ? '' : `, ${formatDuration(durationMs)}`;
    const sign = ended === 'error' ? '✗' : '⚒';
    const how = exitCode === undefined || exitCode === 0 ? ENDINGS[ended] : ` (exit code ${exitCode})`;
    const call = `${sign} ${safeLine(describeToolUse(tool, line))}${how}${took}`;
    if (!isWhole) return [call];
    return [...linesOf(said), call, ...linesOf(output).map((text) => `  ${text}`)];
  });
}

function linesOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.trimEnd().split('\n').map(safeLine);
}

/** One line per changed file, such as `M src/a.ts +3 −1`, for at most `maxFiles` files. Safe to print. */
export function fileLines({ files, filesCut = 0 }: ChangedFiles, maxFiles = files.length): string[] {
  const lines = files.slice(0, maxFiles).map(({ path, status, added, removed }) => {
    const counts = added === undefined ? '' : ` +${added} −${removed ?? 0}`;
    return safeLine(`${LETTERS[status]} ${path}${counts}`);
  });
  const left = Math.max(0, files.length - maxFiles) + filesCut;
  return left === 0 ? lines : [...lines, `and ${formatCount(left, 'more file')}`];
}

/** What is said of changes that are not the member's: nobody can say whose they are. */
export const MEANWHILE = 'changed meanwhile, not known by whom';

/**
 * What changed in a turn, for its end: some of the files of a member that `mayWrite` or not, and apart from them what
 * others changed, or may have. Safe to print.
 */
export function changeLines(changes: WorkTreeChanges | undefined, mayWrite = false): string[] {
  if (changes === undefined) return [];
  // Who may only read has changed nothing, with or without git.
  if (changes.unknown !== undefined)
    return mayWrite ? [safeLine(`! what it changed is not known: ${changes.unknown}`)] : [];
  const { meanwhile } = changes;
  const note = sharedChangesNote(changes);
  return [
    ...fileLines(changes, MAX_FILES).map((line) => `± ${line}`),
    ...(meanwhile === undefined ? [] : [`! ${MEANWHILE}: ${fileLines(meanwhile, MAX_FILES).join(', ')}`]),
    ...(note === undefined ? [] : [`! ${note}`]),
  ];
}

/** Which other turns may have made some of the changes; undefined if there were none at that time. Safe to print. */
export function sharedChangesNote({ files, meanwhile, sharedWith = [] }: WorkTreeChanges): string | undefined {
  if ((files.length === 0 && meanwhile === undefined) || sharedWith.length === 0) return undefined;
  const turns = sharedWith.map(turnName).join(', ');
  return `${turns} ran in the same folder at the same time: some changes may be theirs`;
}
