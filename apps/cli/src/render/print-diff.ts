import type { ChangedFiles, WorkTreeChanges } from '@ctx/contract';
import { describeUnfinished, findTurn, type PastTurn, type SessionHistory } from '../sessions/session-history.ts';
import { safeLine, safeText } from '../terminal/safe-text.ts';
import type { Colors, Terminal } from '../terminal/terminal.ts';
import { fileLines, MEANWHILE, sharedChangesNote } from './describe-deeds.ts';
import { formatBytes, formatCount } from './format-amounts.ts';
import { turnName } from './turn-name.ts';

/** Describes what one turn changed, or each turn that changed something or may have. Used by `ctx diff` and by `/diff` in a chat. */
export function describeChanges(
  history: SessionHistory,
  turn: string | undefined,
  { terminal: { colors }, stat = false }: { readonly terminal: Pick<Terminal, 'colors'>; readonly stat?: boolean },
): string {
  const names = new Map(history.speakers.map(({ id, label }) => [id, label]));
  const undone = undoneTurns(history);
  const turns = chosenTurns(history, turn);
  if (turns.length === 0) return 'No turn of this session changed a file in a git work tree.\n';
  const texts = turns.map((past) =>
    describeDiff(past, {
      nameOf: (member) => names.get(member) ?? member,
      colors,
      stat,
      isUndone: undone.has(past.start.turn),
      unfinished: describeUnfinished(history),
    }),
  );
  return texts.join('\n');
}

/** Returns the given turn, or without one all turns that changed something, or of which that is not known. */
export function chosenTurns(history: SessionHistory, turn: string | undefined): PastTurn[] {
  if (turn !== undefined) return [findTurn(history, turn)];
  return [...history.turns.values()].filter(({ end }) => end === undefined || hasChanges(end.changes));
}

function hasChanges({ files, meanwhile, unknown }: WorkTreeChanges = { files: [] }): boolean {
  return files.length > 0 || meanwhile !== undefined || unknown !== undefined;
}

function undoneTurns({ records }: SessionHistory): Set<string> {
  const undone = new Set<string>();
  for (const record of records) {
    if (record.type === 'undo' && record.undone) undone.add(record.turn);
    // A turn that runs again has changes of its own.
    else if (record.type === 'undo' || record.type === 'turn-start') undone.delete(record.turn);
  }
  return undone;
}

/** How to show the changes of a turn. */
interface DiffOptions {
  /** Name of a member by its id. */
  readonly nameOf: (member: string) => string;
  readonly colors: Colors;
  /** Show only the files, with the lines added and removed. */
  readonly stat: boolean;
  /** Whether the change has been undone. */
  readonly isUndone: boolean;
  /** What is said of a turn without an end. */
  readonly unfinished: string;
}

/** Describes the changes of one turn: a heading, then the patch or the files; then those of others. Safe to print. */
function describeDiff({ end, start, changesSoFar }: PastTurn, options: DiffOptions): string {
  const { nameOf, colors, stat, isUndone, unfinished } = options;
  const changes = end?.changes ?? changesSoFar;
  const who = nameOf(end?.member ?? start.call.member);
  const facts = [
    turnName(start.turn),
    who,
    ...(end === undefined ? [unfinished] : end.status === 'unknown' ? ['cut off'] : []),
    ...summary(changes),
    ...(isUndone ? ['undone'] : []),
  ];
  const heading = colors.bold(safeLine(facts.join(' · ')));
  const shared = changes && sharedChangesNote(changes);
  const warn = (note: string) => colors.yellow(`! ${safeLine(note)}`);
  const body = (files: ChangedFiles) => [
    ...(stat || files.patchCutBytes === undefined
      ? []
      : [warn(`the last ${formatBytes(files.patchCutBytes)} of the patch were not kept`)]),
    ...(stat || files.patch === undefined ? fileLines(files) : paintPatch(files.patch, colors)),
  ];
  const meanwhile = changes?.meanwhile;
  return `${[
    heading,
    ...(shared === undefined ? [] : [warn(shared)]),
    ...(changes === undefined || changes.files.length === 0 ? [] : body(changes)),
    ...(meanwhile === undefined ? [] : [warn(`${MEANWHILE}: ${countFiles(meanwhile)}`), ...body(meanwhile)]),
  ].join('\n')}\n`;
}

function summary(changes: WorkTreeChanges | undefined): string[] {
  if (changes === undefined) return ['not known: nobody recorded it'];
  if (changes.unknown !== undefined) return [`not known: ${changes.unknown}`];
  if (changes.files.length > 0) return [countFiles(changes)];
  return [changes.meanwhile === undefined ? 'nothing changed' : 'nothing that is known to be its own'];
}

function countFiles({ files, filesCut = 0 }: ChangedFiles): string {
  const sum = (field: 'added' | 'removed') => files.reduce((total, file) => total + (file[field] ?? 0), 0);
  const atLeast = filesCut > 0 ? 'at least ' : '';
  return `${formatCount(files.length + filesCut, 'file')}, ${atLeast}+${sum('added')} −${sum('removed')}`;
}

function paintPatch(patch: string, colors: Colors): string[] {
  // Inside a hunk, a line that begins with `---` is text.
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
