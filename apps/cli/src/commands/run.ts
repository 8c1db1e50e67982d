import { text as readAll } from 'node:stream/consumers';
import { beginConversation } from '../conversation/begin-conversation.ts';
import { findTeam } from '../conversation/find-team.ts';
import { followToRest } from '../conversation/follow-to-rest.ts';
import type { LimitOptions } from '../conversation/raised-limits.ts';
import { sendTo } from '../conversation/send-to.ts';
import type { EngineOptions } from '../engine/engine-options.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { requireTrust } from '../trust/team-trust.ts';

/** What `ctx run` takes. */
export interface RunOptions extends EngineOptions, LimitOptions {
  readonly team?: string | undefined;
  /** Who answers if the message has no `[NEXT: …]`. */
  readonly to?: readonly string[] | undefined;
  readonly json?: boolean | undefined;
  /** Print the last answer and nothing else. */
  readonly quiet?: boolean | undefined;
  /** Seconds it may take. */
  readonly timeout?: number | undefined;
  readonly allowFull?: boolean | undefined;
  /** Agreed to whatever the team file would do, for this run. */
  readonly trust?: boolean | undefined;
}

/** Holds one conversation to its end. Asks nothing but whether a team file is trusted. */
export async function run(terminal: Terminal, words: readonly string[], options: RunOptions): Promise<number> {
  const team = await findTeam(options.team);
  const message = await readMessage(words);
  const trust = await requireTrust(terminal, team, options);
  const open = await beginConversation(terminal, team, trust, options);
  return followToRest(terminal, open, () => sendTo(open, message, options.to), options);
}

async function readMessage(words: readonly string[]): Promise<string> {
  const message = words.length === 1 && words[0] === '-' ? await readAll(process.stdin) : words.join(' ');
  if (message.trim() === '') throw new UsageError('There is no message. Write: ctx run "what to do"');
  return message;
}
