import type { AgentEvent, AgentTurn, TurnResult } from '@ctx/contract';
import type { LiveConversation } from '../live-conversation.ts';
import type { TurnObserver } from '../memory/session-size.ts';
import type { TurnPrompt } from '../memory/turn-prompt.ts';
import { collectTurn } from './collect-turn.ts';
import type { RunningTurn } from './running-turn.ts';

/** Hands a prompt to the executor and follows the turn to its end. */
export function runPrompt(
  { executor, hub, sessionId, cancelGraceMs }: LiveConversation,
  { id, member: { id: member }, call, upTo, attempt, marker, abort, trail }: RunningTurn,
  { prompt: { prompt, systemFlag }, session, resume, replaces }: TurnPrompt,
  observer: TurnObserver,
): Promise<TurnResult> {
  const turn: AgentTurn = {
    ...{ id, sessionId, member, call: call.id, attempt, marker, session, resume, replaces },
    ...{ replyTo: call.replyTo, upTo, prompt, systemFlag },
  };
  return collectTurn(executor, turn, {
    signal: abort.signal,
    cancelGraceMs,
    onEvent: (event) => {
      // A session that is lost is no trouble of the turn's: it begins again at once.
      if (resume !== undefined && isSessionLost(event)) return undefined;
      observer.note(event);
      trail.note(event);
      return hub.publish({ type: 'agent-event', turn: id, member, event });
    },
  });
}

function isSessionLost(event: AgentEvent): boolean {
  const error = event.type === 'turn-end' ? event.result.error : event.type === 'error' ? event.error : undefined;
  return error?.code === 'CTX_AGENT_SESSION_LOST';
}
