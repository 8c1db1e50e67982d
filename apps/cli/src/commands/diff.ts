import type { EngineOptions } from '../engine/engine-options.ts';
import { chosenTurns, describeChanges } from '../render/print-diff.ts';
import { findSession, nameOf } from '../sessions/find-session.ts';
import { reportDamage } from '../sessions/report-damage.ts';
import { readSessionAndTurn, wantedTurn } from '../sessions/session-and-turn.ts';
import { readHistory, type SessionHistory } from '../sessions/session-history.ts';
import { page } from '../terminal/page.ts';
import { safeJson } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The options of `ctx diff`. */
export interface DiffOptions extends EngineOptions {
  readonly stat?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** Prints what one turn changed in the work tree, or what each turn of a session changed. */
export async function diff(
  terminal: Terminal,
  first: string | undefined,
  second: string | undefined,
  { stat = false, json = false, ...engine }: DiffOptions,
): Promise<number> {
  const wanted = readSessionAndTurn(first, second);
  const found = await findSession(wanted.session, engine);
  const history = await readHistory(found);
  const turn = wantedTurn(history, wanted, 'diff')?.start.turn;
  if (json) terminal.write(changesAsJson(history, turn));
  else await page(describeChanges(history, turn, { terminal, stat }), terminal);
  return reportDamage(terminal, history, nameOf(found));
}

function changesAsJson(history: SessionHistory, turn: string | undefined): string {
  return chosenTurns(history, turn)
    .map(({ start, end }) => `${safeJson({ turn: start.turn, member: end?.member, changes: end?.changes })}\n`)
    .join('');
}
