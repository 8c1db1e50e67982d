import type { EngineOptions } from '../engine/engine-options.ts';
import { printTurnExplanation } from '../render/print-explanation.ts';
import { printRebuiltPrompt } from '../render/print-rebuilt-prompt.ts';
import { findSession, nameOf } from '../sessions/find-session.ts';
import { reportDamage } from '../sessions/report-damage.ts';
import { readSessionAndTurn, wantedTurn } from '../sessions/session-and-turn.ts';
import { readHistory } from '../sessions/session-history.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The options of `ctx explain`. */
export interface ExplainOptions extends EngineOptions {
  readonly json?: boolean | undefined;
  /** Print the prompt itself. */
  readonly prompt?: boolean | undefined;
}

/** Prints what an agent saw in a turn, what was left out, and why; or the prompt itself. */
export async function explain(
  terminal: Terminal,
  first: string | undefined,
  second: string | undefined,
  { json = false, prompt = false, ...engine }: ExplainOptions,
): Promise<number> {
  const wanted = readSessionAndTurn(first, second);
  const found = await findSession(wanted.session, engine);
  const history = await readHistory(found);
  const turn = wantedTurn(history, wanted, 'explain')?.start.turn ?? 'last';
  if (prompt) printRebuiltPrompt(terminal, history, turn, json);
  else printTurnExplanation(terminal, history, turn, json);
  return reportDamage(terminal, history, nameOf(found));
}
