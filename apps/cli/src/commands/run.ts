import { text as readAll } from 'node:stream/consumers';
import { beginConversation } from '../conversation/begin-conversation.ts';
import { findTeam } from '../conversation/find-team.ts';
import { followUntilDone } from '../conversation/follow-until-done.ts';
import type { LimitOptions } from '../conversation/given-limits.ts';
import { sendTo } from '../conversation/send-to.ts';
import type { EngineOptions } from '../engine/engine-options.ts';
import { ownCommand } from '../terminal/own-command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { requireTrust } from '../trust/team-trust.ts';

/** The options of `ctx run`. */
export interface RunOptions extends EngineOptions, LimitOptions {
  readonly team?: string | undefined;
  /** Who answers if the message names nobody, neither with `@` nor with `[NEXT: …]`. */
  readonly to?: readonly string[] | undefined;
  readonly json?: boolean | undefined;
  /** Print the last answer and nothing else. */
  readonly quiet?: boolean | undefined;
  /** Seconds after which the run is stopped. */
  readonly timeout?: number | undefined;
  readonly allowFull?: boolean | undefined;
  /** `--trust`: trust the team file for this run. */
  readonly trust?: boolean | undefined;
}

/** Sends one message and follows the conversation until it ends or it is a human's turn. Only trust may be asked for. */
export async function run(terminal: Terminal, words: readonly string[], options: RunOptions): Promise<number> {
  const team = await findTeam(options.team);
  const message = await readMessage(words);
  const trust = await requireTrust(terminal, team, options);
  const open = await beginConversation(terminal, team, trust, options);
  return followUntilDone(terminal, open, () => sendTo(open, message, options.to), options);
}

async function readMessage(words: readonly string[]): Promise<string> {
  const message = words.length === 1 && words[0] === '-' ? await readAll(process.stdin) : words.join(' ');
  if (message.trim() === '') throw new UsageError(`There is no message. Write: ${ownCommand()} run "what to do"`);
  return message;
}
