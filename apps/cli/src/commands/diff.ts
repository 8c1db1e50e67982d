import type { EngineOptions } from '../engine/engine-options.ts';
import { describeDiff } from '../render/print-diff.ts';
import { findSession, nameOf } from '../sessions/find-session.ts';
import { sayDamage } from '../sessions/say-damage.ts';
import { readSessionAndTurn } from '../sessions/session-and-turn.ts';
import { findTurn, readHistory, type SessionHistory } from '../sessions/session-history.ts';
import { page } from '../terminal/page.ts';
import { safeJson } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** What `ctx diff` takes. */
export interface DiffOptions extends EngineOptions {
  readonly stat?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** Prints what a turn changed in the work tree, or what each turn of a session did. */
export async function diff(
  terminal: Terminal,
  first: string | undefined,
  second: string | undefined,
  { stat = false, json = false, ...engine }: DiffOptions,
): Promise<number> {
  const { session, turn } = readSessionAndTurn(first, second);
  const found = await findSession(session, engine);
  const history = await readHistory(found);
  if (json) terminal.write(changesAsJson(history, turn));
  else await page(describeChanges(history, turn, { terminal, stat }), terminal);
  return sayDamage(terminal, history, nameOf(found));
}

/** What a turn changed, or all turns that changed something: text to print. Also for `/diff` in a chat. */
export function describeChanges(
  history: SessionHistory,
  turn: string | undefined,
  { terminal: { colors }, stat = false }: { readonly terminal: Pick<Terminal, 'colors'>; readonly stat?: boolean },
): string {
  const names = new Map(history.speakers.map(({ id, label }) => [id, label]));
  const undone = undoneTurns(history);
  const turns = chosenTurns(history, turn);
  if (turns.length === 0) return 'No turn of this session changed a file that git follows.\n';
  const texts = turns.map((past) =>
    describeDiff(past, {
      nameOf: (member) => names.get(member) ?? member,
      colors,
      stat,
      isUndone: undone.has(past.start.turn),
    }),
  );
  return texts.join('\n');
}

function changesAsJson(history: SessionHistory, turn: string | undefined): string {
  return chosenTurns(history, turn)
    .map(({ start, end }) => `${safeJson({ turn: start.turn, member: end?.member, changes: end?.changes })}\n`)
    .join('');
}

function chosenTurns(history: SessionHistory, turn: string | undefined) {
  if (turn !== undefined) return [findTurn(history, turn)];
  return [...history.turns.values()].filter(({ end }) => (end?.changes?.files.length ?? 0) > 0);
}

function undoneTurns({ records }: SessionHistory): Set<string> {
  const undone = new Set<string>();
  for (const record of records) {
    if (record.type !== 'undo') continue;
    if (record.undone) undone.add(record.turn);
    else undone.delete(record.turn);
  }
  return undone;
}
