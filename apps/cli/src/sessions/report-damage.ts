import type { SessionStore } from '@ctx/contract';
import { EXIT } from '../terminal/exit-codes.ts';
import { ownCommand } from '../terminal/own-command.ts';
import { safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Prints the notes on a log and its damage on standard error. Returns the exit code. */
export function reportDamage(
  terminal: Pick<Terminal, 'complain'>,
  { notes = [], damage = [] }: Pick<SessionStore, 'notes' | 'damage'>,
  sessionId: string,
): number {
  for (const note of notes) terminal.complain(`ctx: ${safeLine(note)}`);
  for (const line of damage) terminal.complain(`ctx: ${safeLine(line)}`);
  if (damage.length === 0) return EXIT.done;
  terminal.complain(
    `ctx: Only the undamaged part is shown. To copy it into a new session: ${ownCommand()} repair ${safeLine(sessionId)}`,
  );
  return EXIT.failed;
}
