/** A session and a turn as they were typed; a missing turn means all of them. */
export interface SessionAndTurn {
  readonly session: string;
  readonly turn?: string | undefined;
}

/**
 * Reads `[session] [turn]`. One argument alone is a turn of the newest session if it is `turn-N` or at most four digits,
 * and a session otherwise.
 */
export function readSessionAndTurn(first: string | undefined, second?: string | undefined): SessionAndTurn {
  if (second !== undefined) return { session: first ?? 'last', turn: second };
  if (first !== undefined && /^(turn-\d+|\d{1,4})$/.test(first)) return { session: 'last', turn: first };
  return { session: first ?? 'last' };
}
