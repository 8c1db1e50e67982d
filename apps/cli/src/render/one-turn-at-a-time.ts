import type { ConversationEvent } from '@ctx/team';

/** Events in, the same events out, but never two turns mixed. */
export interface TurnByTurn {
  accept(event: ConversationEvent): void;
  /** How many turns are held back until the one being passed on is over. */
  held(): number;
}

/**
 * Passes events on to `pass` so that turns that run at the same time come one after the other, each whole: the first one
 * as it happens, the others when it is over.
 */
export function oneTurnAtATime(pass: (event: ConversationEvent) => void): TurnByTurn {
  const held = new Map<string, ConversationEvent[]>();
  let live: string | undefined;
  // The consequences of an answer follow it at once, without naming its turn again.
  let answering: string | undefined;

  function turnOf(event: ConversationEvent): string | undefined {
    if ('turn' in event && typeof event.turn === 'string') return event.turn;
    return event.type === 'queue' && event.change === 'taken' ? undefined : answering;
  }

  function release(event: ConversationEvent): void {
    if (event.type === 'turn-start') live = event.turn;
    pass(event);
    if (event.type !== 'turn-end') return;
    live = undefined;
    const next = held.entries().next().value;
    if (next === undefined) return;
    held.delete(next[0]);
    for (const waiting of next[1]) release(waiting);
  }

  return {
    accept(event) {
      const turn = turnOf(event);
      if (event.type === 'message') answering = event.turn;
      if (event.type === 'turn-end') answering = undefined;
      if (turn === undefined || live === undefined || live === turn) release(event);
      else if (held.has(turn)) held.get(turn)!.push(event);
      else held.set(turn, [event]);
    },
    held: () => held.size,
  };
}
