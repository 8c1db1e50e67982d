import { describeRebuilt, rebuildTurn } from '../sessions/rebuild-turn.ts';
import { findTurn, type SessionHistory } from '../sessions/session-history.ts';
import { safeJson, safeLine, safeText } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { turnName } from './turn-name.ts';

/**
 * Prints the prompt of a turn, rebuilt from the log, and warns if it is not exactly what was sent. With `json`, control
 * characters are escaped instead of shown as signs.
 * @throws UsageError if there is no such turn, or if its prompt cannot be rebuilt.
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
  if (!exact) terminal.complain(`ctx: ${turnName(turn)} is ${safeLine(describeRebuilt(rebuilt))}.`);
}
