import { describeRebuilt, rebuildTurn } from '../sessions/rebuild-turn.ts';
import { findTurn, type SessionHistory } from '../sessions/session-history.ts';
import { safeJson, safeText } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../terminal/usage-error.ts';

/**
 * Prints the prompt of a turn as it was sent, and beside it how sure that is; with `json` to the byte.
 * @throws UsageError when there is no such turn, or its prompt cannot be made again.
 */
export function printRebuiltPrompt(terminal: Terminal, history: SessionHistory, wanted: string, json: boolean): void {
  const { turn } = findTurn(history, wanted).start;
  const rebuilt = rebuildTurn(history, turn);
  if ('why' in rebuilt) throw new UsageError(rebuilt.why);
  const { prompt, systemFlag, exact, why } = rebuilt.prompt;
  if (json) {
    terminal.write(`${safeJson({ turn, prompt, systemFlag, exact, why })}\n`);
    return;
  }
  if (systemFlag !== undefined) terminal.write(`${safeText(systemFlag)}\n\n`);
  terminal.write(`${safeText(prompt)}\n`);
  if (!exact) terminal.complain(`ctx: ${turn} is ${describeRebuilt(rebuilt)}.`);
}
