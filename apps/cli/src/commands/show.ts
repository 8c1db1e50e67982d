import type { EngineOptions } from '../engine/engine-options.ts';
import { printHistory } from '../render/print-history.ts';
import { findSession, nameOf } from '../sessions/find-session.ts';
import { reportDamage } from '../sessions/report-damage.ts';
import { readSessionAndTurn, wantedTurn } from '../sessions/session-and-turn.ts';
import { readHistory } from '../sessions/session-history.ts';
import { captureOutput } from '../terminal/capture-output.ts';
import { page } from '../terminal/page.ts';
import { safeJson } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The options of `ctx show`. */
export interface ShowOptions extends EngineOptions {
  readonly json?: boolean | undefined;
  /** Print only this many of the newest messages. */
  readonly tail?: number | undefined;
  /** Print also what the tools returned, and what was said between them. */
  readonly tools?: boolean | undefined;
}

/** Prints a session or one of its turns, in a pager if it is long. With `json`, prints the records of its log. */
export async function show(
  terminal: Terminal,
  first: string | undefined,
  second: string | undefined,
  { json = false, tail, tools, ...engine }: ShowOptions,
): Promise<number> {
  const wanted = readSessionAndTurn(first, second);
  const found = await findSession(wanted.session, engine);
  const history = await readHistory(found);
  const turn = wantedTurn(history, wanted, 'show')?.start.turn;
  if (json) {
    for (const record of history.records) terminal.write(`${safeJson(record)}\n`);
  } else {
    const text = captureOutput(terminal, (capturing) => printHistory(history, capturing, { turn, tail, tools }));
    await page(text, terminal);
  }
  return reportDamage(terminal, history, nameOf(found));
}
