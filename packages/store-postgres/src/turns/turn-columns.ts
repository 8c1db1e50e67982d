import type { Row } from '../database/database.ts';
import type { TurnKey } from './turn-key.ts';

/** Turns keys into three columns, as parameters for `unnest`. */
export function keyColumns(keys: readonly TurnKey[]): [string[], string[], number[]] {
  return [keys.map(({ sessionId }) => sessionId), keys.map(({ turnId }) => turnId), keys.map(({ attempt }) => attempt)];
}

/** Reads the key from a row with these three columns. */
export function keyOf(row: Row): TurnKey {
  return { sessionId: String(row['session_id']), turnId: String(row['turn_id']), attempt: Number(row['attempt']) };
}
