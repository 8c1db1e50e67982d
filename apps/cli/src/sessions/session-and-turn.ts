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
