import { ownCommand } from '../terminal/own-command.ts';
import { quoteForShell } from '../terminal/shell-quote.ts';
import { findTurn, type PastTurn, type SessionHistory } from './session-history.ts';

/** A session and a turn from the command line; without a turn, all turns are meant. */
export interface SessionAndTurn {
  readonly session: string;
  readonly turn?: string | undefined;
}

/**
 * Reads `[session] [turn]`. A single argument is a turn of the newest session if it is `turn-N` or at most four digits,
 * else a session.
 */
export function readSessionAndTurn(first: string | undefined, second?: string | undefined): SessionAndTurn {
  if (second !== undefined) return { session: first ?? 'last', turn: second };
  if (first !== undefined && /^(turn-\d+|\d{1,4})$/.test(first)) return { session: 'last', turn: first };
  return { session: first ?? 'last' };
}

/**
 * Finds the turn that was given to a command such as `diff`; undefined if none was.
 * @throws UsageError if there is no such turn.
 */
export function wantedTurn(
  history: Pick<SessionHistory, 'turns'>,
  { session, turn }: SessionAndTurn,
  command: string,
): PastTurn | undefined {
  const newest = `${ownCommand()} ${command} ${quoteForShell(session)} last`;
  return turn === undefined ? undefined : findTurn(history, turn, newest);
}
