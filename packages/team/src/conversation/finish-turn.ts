import type { ConversationMessage, Receipt, SessionRecord, TurnEndRecord, TurnResult } from '@ctx/contract';
import { speakerOf } from '../members/member-directory.ts';
import { readRoute } from '../routing/read-route.ts';
import { applyRoute } from './apply-route.ts';
import type { ConversationEvent } from './conversation-event.ts';
import { announce, type ConversationParts } from './conversation-parts.ts';
import { turnTrouble } from './system-message.ts';
import type { DueTurn } from './take-turn.ts';

/** What a turn came to. */
export interface TurnOutcome {
  readonly result: TurnResult;
  readonly receipt: Receipt | undefined;
  readonly durationMs: number;
}

/**
 * Puts the outcome of a turn into the transcript, the queue and, as one append, the log. Only a completed answer
 * routes: half a sentence may end in the middle of a marker.
 */
export async function finishTurn(parts: ConversationParts, due: DueTurn, outcome: TurnOutcome): Promise<void> {
  const { context, directory, hub, journal, state, team } = parts;
  const { id: turn, member } = due;
  const { result, receipt, durationMs } = outcome;
  const at = Date.now();
  const records: SessionRecord[] = [];
  const events: ConversationEvent[] = [];
  const say = (message: ConversationMessage) => {
    records.push({ type: 'message', message, turn, at });
    events.push({ type: 'message', message, turn });
  };

  const completed = result.status === 'completed';
  let answer: ConversationMessage | undefined;
  if (result.text.trim() !== '') {
    const route = completed ? readRoute(result.text, member.id, directory) : undefined;
    answer = context.addMessage({
      content: result.text,
      speaker: speakerOf(member),
      timestamp: at,
      routing: { resolvedAddressees: addressees(route) },
      metadata: { turn, replyTo: due.call.replyTo, ...(completed ? {} : { partial: true, status: result.status }) },
    });
    say(answer);
    if (route !== undefined) {
      state.justCompleted = answer.id;
      const consequences = applyRoute(state, context, answer, route, { agentsMaySetTask: team.agentsMaySetTask, at });
      records.push(...consequences.records);
      events.push(...consequences.events);
    }
  } else if (completed) {
    events.push({ type: 'notice', kind: 'empty-answer', text: `${member.label} answered nothing.`, turn });
  }
  if (!completed) say(context.addMessage(turnTrouble(member, result, answer !== undefined, at)));

  const { status, usage, costUsd, error } = result;
  const end: Omit<TurnEndRecord, 'at'> = {
    type: 'turn-end',
    turn,
    member: member.id,
    status,
    durationMs,
    usage,
    costUsd,
    error,
    receipt,
    messageId: answer?.id,
  };
  records.push({ ...end, at });
  state.running.delete(turn);
  await journal.write(records);
  await announce(hub, [...events, end]);
}

/** Names of those a message calls, as the others are shown them; missing means everybody. */
export function addressees(route: ReturnType<typeof readRoute> | undefined): string[] | undefined {
  const labels = new Set(route?.calls.map(({ member }) => member.label));
  return labels.size === 0 ? undefined : [...labels];
}
