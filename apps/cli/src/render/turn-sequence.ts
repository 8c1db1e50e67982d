import type { ConversationEvent } from '@ctx/team';

/** Puts the events of turns that run at the same time one turn after the other. */
export interface TurnSequence {
  accept(event: ConversationEvent): void;
  /** How many turns wait to be printed. */
  waitingTurns(): number;
}

/** Events of the first turn, and those of no turn, are printed at once; those of other turns when it is over. */
export function createTurnSequence(print: (event: ConversationEvent) => void): TurnSequence {
  const waiting = new Map<string, ConversationEvent[]>();
  let current: string | undefined;
  // The consequences of an answer follow it at once, without naming its turn again.
  let answering: string | undefined;

  function turnOf(event: ConversationEvent): string | undefined {
    // Its turn is over.
    if (event.type === 'turn-lost') return undefined;
    if ('turn' in event && event.turn !== undefined) return event.turn;
    return event.type === 'queue' && event.change === 'taken' ? undefined : answering;
  }

  function pass(event: ConversationEvent): void {
    if (event.type === 'turn-start') current = event.turn;
    if (event.type === 'turn-end') current = undefined;
    print(event);
    if (event.type === 'turn-end') passNextTurn();
  }

  function passNextTurn(): void {
    const next = waiting.entries().next().value;
    if (next === undefined) return;
    const [turn, events] = next;
    waiting.delete(turn);
    for (const event of events) pass(event);
  }

  return {
    accept(event) {
      const turn = turnOf(event);
      if (event.type === 'message') answering = event.turn;
      if (event.type === 'turn-end') answering = undefined;
      if (turn === undefined || current === undefined || current === turn) pass(event);
      else if (waiting.has(turn)) waiting.get(turn)!.push(event);
      else waiting.set(turn, [event]);
    },
    waitingTurns: () => waiting.size,
  };
}
