import { safeLine } from '../terminal/safe-text.ts';

/**
 * The name of a turn in a sentence: `turn 3` for `turn-3`, `turn 3 of session 20261117-…` for one of another session. Safe
 * to print: ids in a log may be forged.
 */
export function turnName(turn: string): string {
  const [, session, id = turn] = /^(.+)\/(turn-\d+)$/.exec(turn) ?? [];
  return safeLine(`${id.replace('-', ' ')}${session === undefined ? '' : ` of session ${session}`}`);
}

/** The number of a turn, for commands that can be typed: `3` for `turn-3`. Safe to print. */
export function turnNumber(turn: string): string {
  return safeLine(turn.replace('turn-', ''));
}
