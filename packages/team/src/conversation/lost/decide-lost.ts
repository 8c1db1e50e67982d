import type { HeldFloor, LostTurn } from '@ctx/contract';
import { humanSpeaker } from '../../members/human-speaker.ts';
import type { LiveConversation } from '../live-conversation.ts';
import type { Consequences } from '../telling/tell.ts';
import { runLostAgain } from './lose-turn.ts';

/** What becomes of a lost turn: it runs again, nobody answers, or the human answers instead. */
export type LostTurnDecision = 'again' | 'skip' | 'take';

/**
 * Does what a human decided about a lost turn.
 * @throws RangeError for a turn that nobody has to decide about, TypeError for a decision there is not.
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
      throw new TypeError(`There is no decision "${String(decision)}": use again, skip or take`);
  }
}

function findLost(all: ReadonlyMap<string, LostTurn>, turn: string): LostTurn {
  for (const lost of all.values()) if (lost.turn === turn) return lost;
  const turns = [...all.values()].map((lost) => lost.turn).join(', ');
  throw new RangeError(`Nothing is to be decided about ${turn}${turns === '' ? '' : `, only about ${turns}`}`);
}
