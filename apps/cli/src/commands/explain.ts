import { printTurnExplanation } from '../render/print-explanation.ts';
import { findSession } from '../sessions/find-session.ts';
import { readHistory } from '../sessions/session-history.ts';
import { EXIT } from '../terminal/describe-error.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** What `ctx explain` takes. */
export interface ExplainOptions {
  readonly json?: boolean | undefined;
}

/** Prints what an agent saw in a turn, what was left out, and why. */
export async function explain(
  terminal: Terminal,
  session: string,
  turn: string,
  { json = false }: ExplainOptions,
): Promise<number> {
  printTurnExplanation(terminal, await readHistory(await findSession(session)), turn, json);
  return EXIT.done;
}
