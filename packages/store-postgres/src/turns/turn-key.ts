import type { AgentTurn } from '@ctx/contract';

/** Names one attempt at one turn. */
export interface TurnKey {
  readonly sessionId: string;
  readonly turnId: string;
  /** 1 the first time. */
  readonly attempt: number;
}

/** The key of a turn. */
export function turnKey({ sessionId, id, attempt = 1 }: Pick<AgentTurn, 'sessionId' | 'id' | 'attempt'>): TurnKey {
  return { sessionId, turnId: id, attempt };
}

/** A key as one word without `:`, which is also how its news are called. */
export function formatKey({ sessionId, turnId, attempt }: TurnKey): string {
  return [sessionId, turnId, `attempt-${attempt}`].map(encodeURIComponent).join('/');
}

/** The key that `formatKey` wrote; missing for anything else. */
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
