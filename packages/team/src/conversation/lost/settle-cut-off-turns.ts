import type { AgentMember } from '../../team-file/team.ts';
import type { LiveConversation } from '../live-conversation.ts';
import { finishTurn } from '../turn/finish-turn.ts';
import { runsAgain } from './lose-turn.ts';

/**
 * Handles the turns that were running when the last writer of the log was killed, before anything else happens. Their
 * leftover processes are ended. Then each turn either runs again or becomes a lost turn for the human to decide about. A
 * durable executor still has its turns, so nothing is ended, and the conversation attaches to them.
 */
export async function settleCutOffTurns(live: LiveConversation): Promise<void> {
  const { directory, executor, state } = live;
  const { cutOff } = state;
  const isDurable = executor.durable === true;
  if (!isDurable) {
    const markers = cutOff.flatMap(({ marker }) => marker ?? []);
    await Promise.all(markers.map((marker) => executor.endLeftovers?.(marker)));
  }
  for (const { turn, call, upTo, attempt, marker, tree } of cutOff) {
    const member = directory.byId(call.member);
    // If the member is no longer in the team, `nextStep` drops the call and reports it.
    if (member?.type !== 'ai') continue;
    if (isDurable) state.restarts.set(call.id, { turn, upTo, attempt, attached: { marker } });
    else if (runsAgain(member)) state.restarts.set(call.id, { turn, upTo, attempt: attempt + 1 });
    else {
      state.queue.remove(({ id }) => id === call.id);
      state.turnsSinceHuman += 1;
      const changes = tree === undefined ? undefined : await live.changes?.since(tree, member);
      const result = { ...lostResult(member), changes };
      await finishTurn(live, { id: turn, member, call, upTo, attempt, marker }, result, { durationMs: 0 });
    }
  }
  // Not before: while there are cut-off turns, everything else waits for this function.
  state.cutOff = [];
}

function lostResult({ label }: AgentMember) {
  const message = `ctx was stopped while ${label} was working; what it had done by then is not known.`;
  return { status: 'unknown', text: '', error: { code: 'CTX_TURN_LOST', message } } as const;
}
