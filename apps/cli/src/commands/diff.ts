import { changesSince } from '@ctx/team';
import { changesFolder } from '../conversation/project-folder.ts';
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
  const history = await withChangesSoFar(await readHistory(found), changesFolder(found.directory));
  const turn = wantedTurn(history, wanted, 'diff')?.start.turn;
  if (json) terminal.write(changesAsJson(history, turn));
  else await page(describeChanges(history, turn, { terminal, stat }), terminal);
  return reportDamage(terminal, history, nameOf(found));
}

// A turn that was cut off, or still runs, is compared with the work tree of this folder as it is now.
async function withChangesSoFar(history: SessionHistory, folder: string): Promise<SessionHistory> {
  const turns = new Map(history.turns);
  for (const [id, turn] of turns) {
    const { tree } = turn.start;
    if (turn.end !== undefined || tree === undefined) continue;
    turns.set(id, { ...turn, changesSoFar: await changesSince(tree, { folder }) });
  }
  return { ...history, turns };
}

function changesAsJson(history: SessionHistory, turn: string | undefined): string {
  return chosenTurns(history, turn)
    .map(({ start, end, changesSoFar }) => {
      const changes = end?.changes ?? changesSoFar;
      return `${safeJson({ turn: start.turn, member: end?.member ?? start.call.member, changes })}\n`;
    })
    .join('');
}
