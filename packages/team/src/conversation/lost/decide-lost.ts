import type { HeldFloor, LostTurn } from '@ctx/contract';
import { humanSpeaker } from '../../members/human-speaker.ts';
import type { LiveConversation } from '../live-conversation.ts';
import type { Consequences } from '../output/record-and-publish.ts';
import { runLostAgain } from './lose-turn.ts';

/** What to do with a lost turn: run it again, leave its call unanswered, or let the human answer instead. */
export type LostTurnDecision = 'again' | 'skip' | 'take';

/**
 * Carries out a human's decision about a lost turn.
 * @throws RangeError for a turn that does not wait for a decision, TypeError for an unknown decision.
 */
export function decideLost(
  live: LiveConversation,
  turn: string,
  decision: LostTurnDecision,
  by: string | undefined,
): Consequences {
  const { state, directory } = live;
  const human = humanSpeaker(directory, by).roleId;
  const lost = findLost(state.lost, turn);
  const at = Date.now();
  switch (decision) {
    case 'again':
      return runLostAgain(state, lost, at);
    case 'skip':
      state.lost.delete(lost.call.id);
      return {
        records: [{ type: 'queue', removed: [lost.call.id], at }],
        events: [{ type: 'queue', change: 'dropped', entries: [lost.call], waiting: state.queue.waiting().length }],
      };
    case 'take': {
      state.lost.delete(lost.call.id);
      const floor: HeldFloor = { member: human, reason: 'called' };
      state.floor = floor;
      return {
        records: [{ type: 'floor', ...floor, call: lost.call, at }],
        events: [{ type: 'waiting-for-human', ...floor }],
      };
    }
    default:
      throw new TypeError(`Unknown decision "${String(decision)}": use again, skip or take`);
  }
}

function findLost(all: ReadonlyMap<string, LostTurn>, turn: string): LostTurn {
  for (const lost of all.values()) if (lost.turn === turn) return lost;
  const turns = [...all.values()].map((lost) => lost.turn).join(', ');
  throw new RangeError(`${turn} does not wait for a decision${turns === '' ? '' : `; these do: ${turns}`}`);
}
