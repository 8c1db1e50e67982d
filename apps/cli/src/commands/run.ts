import { beginConversation, type OpenOptions } from '../conversation/begin-conversation.ts';
import { findTeam } from '../conversation/find-team.ts';
import { type FollowUntilDoneOptions, followUntilDone } from '../conversation/follow-until-done.ts';
import { readMessage } from '../conversation/read-message.ts';
import { sendTo } from '../conversation/send-to.ts';
import { ownCommand } from '../terminal/own-command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { requireTrust } from '../trust/team-trust.ts';

/** The options of `ctx run`. */
export interface RunOptions extends OpenOptions, FollowUntilDoneOptions {
  /** Who answers if the message names nobody, neither with `@` nor with `[NEXT: …]`. */
  readonly to?: readonly string[] | undefined;
}

/** Sends one message and follows the conversation until it ends or it is a human's turn. Only trust may be asked for. */
export async function run(terminal: Terminal, words: readonly string[], options: RunOptions): Promise<number> {
  const team = await findTeam(options.team);
  const message = await readMessage(words);
  if (message.trim() === '') throw new UsageError(`There is no message. Write: ${ownCommand()} run "what to do"`);
  const trust = await requireTrust(terminal, team, options);
  const open = await beginConversation(terminal, team, trust, options);
  return followUntilDone(terminal, open, () => sendTo(open, message, options.to), options);
}
