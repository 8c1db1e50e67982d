import type { AgentMember } from '../../team-file/team.ts';
import type { LiveConversation } from '../live-conversation.ts';
import { finishTurn } from '../turn/finish-turn.ts';
import { runsAgain } from './runs-again.ts';

/**
 * Looks after the turns that were running when the last writer of the log was killed, before anything else happens: what
 * is left of their processes is ended; then each of them waits to run again, or goes to the human. An executor that kept
 * them is asked for them again.
 */
export async function settleCutTurns(live: LiveConversation): Promise<void> {
  const { directory, executor, state } = live;
  const { cutOff } = state;
  const isDurable = executor.durable === true;
  if (!isDurable) {
    const markers = cutOff.flatMap(({ marker }) => marker ?? []);
    await Promise.all(markers.map((marker) => executor.endLeftovers?.(marker)));
  }
  state.cutOff = [];
  for (const { turn, call, upTo, attempt, marker } of cutOff) {
    const member = directory.byId(call.member);
    // Whoever is no longer in the team is told of when the call is taken.
    if (member?.type !== 'ai') continue;
    if (isDurable) state.earlier.set(call.id, { turn, upTo, attempt, attached: { marker } });
    else if (runsAgain(member)) state.earlier.set(call.id, { turn, upTo, attempt: attempt + 1 });
    else {
      state.queue.remove(({ id }) => id === call.id);
      state.turnsSinceHuman += 1;
      await finishTurn(live, { id: turn, member, call, upTo, attempt, marker }, lostResult(member), { durationMs: 0 });
    }
  }
}

function lostResult({ label }: AgentMember) {
  const message = `ctx was stopped while ${label} was at work; nobody knows what was done by then.`;
  return { status: 'unknown', text: '', error: { code: 'CTX_TURN_LOST', message } } as const;
}
