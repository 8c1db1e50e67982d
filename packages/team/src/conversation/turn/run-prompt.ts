import type { AgentEvent, AgentFailure, AgentTurn, TurnResult } from '@ctx/contract';
import type { LiveConversation } from '../live-conversation.ts';
import type { TurnObserver } from '../memory/session-size.ts';
import type { TurnPrompt } from '../memory/turn-prompt.ts';
import { collectTurn } from './collect-turn.ts';
import type { RunningTurn } from './running-turn.ts';

/** Hands the prompt to the executor, publishes the agent's events and returns the result. */
export function runPrompt(
  { executor, hub, sessionId, cancelGraceMs, state }: LiveConversation,
  { id, member: { id: member }, call, upTo, attempt, marker, abort, trail, evidence }: RunningTurn,
  { prompt: { prompt, systemFlag }, session, resume, replaces }: TurnPrompt,
  observer: TurnObserver,
): Promise<TurnResult> {
  const turn: AgentTurn = {
    id,
    sessionId,
    member,
    call: call.id,
    attempt,
    ...(state.models.has(member) ? { model: state.models.get(member) } : {}),
    marker,
    session,
    resume,
    replaces,
    replyTo: call.replyTo,
    upTo,
    prompt,
    systemFlag,
  };
  return collectTurn(executor, turn, {
    signal: abort.signal,
    cancelGraceMs,
    onEvent: (event) => {
      // `takeTurn` runs the turn again at once, so readers do not see this failure.
      if (resume !== undefined && isSessionLost(failureIn(event))) return undefined;
      observer.note(event);
      trail.note(event);
      evidence.note(event);
      return hub.publish({ type: 'agent-event', turn: id, member, event });
    },
  });
}

/** Whether a turn failed because the agent no longer has the session it should continue. */
export function isSessionLost(failure: AgentFailure | undefined): boolean {
  return failure?.code === 'CTX_AGENT_SESSION_LOST';
}

function failureIn(event: AgentEvent): AgentFailure | undefined {
  if (event.type === 'turn-end') return event.result.error;
  return event.type === 'error' ? event.error : undefined;
}
