import type { AgentTurn } from '@ctx/contract';

/** Identifies one attempt at one turn. */
export interface TurnKey {
  readonly sessionId: string;
  readonly turnId: string;
  /** Counts from 1. */
  readonly attempt: number;
}

/** The key of a turn. */
export function turnKey({ sessionId, id, attempt = 1 }: Pick<AgentTurn, 'sessionId' | 'id' | 'attempt'>): TurnKey {
  return { sessionId, turnId: id, attempt };
}

/** Formats a key without spaces or `:`. It is the id of the turn's job and the topic of its notifications. */
export function formatKey({ sessionId, turnId, attempt }: TurnKey): string {
  return [sessionId, turnId, `attempt-${attempt}`].map(encodeURIComponent).join('/');
}

/** Parses the output of `formatKey`; `undefined` for any other text. */
export function parseKey(text: string): TurnKey | undefined {
  const [, sessionId, turnId, attempt] = /^([^/]+)\/([^/]+)\/attempt-([1-9][0-9]{0,8})$/.exec(text) ?? [];
  if (sessionId === undefined || turnId === undefined) return undefined;
  try {
    const key = {
      sessionId: decodeURIComponent(sessionId),
      turnId: decodeURIComponent(turnId),
      attempt: Number(attempt),
    };
    return formatKey(key) === text ? key : undefined;
  } catch {
    return undefined;
  }
}
