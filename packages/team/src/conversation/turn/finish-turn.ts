import { isBlank } from '@ctx/agent-runner';
import type { QueueEntry, Receipt, TurnResult } from '@ctx/contract';
import { priceOf } from '../../cost/prices.ts';
import { speakerOf } from '../../members/member-directory.ts';
import { readRoute } from '../../routing/read-route.ts';
import { callStandIn } from '../../stand-in/call-stand-in.ts';
import { deedsLine } from '../../trail/deeds-line.ts';
import type { ConversationEvent, TurnEndEvent } from '../conversation-event.ts';
import { type Said, say } from '../floor/say.ts';
import type { LiveConversation } from '../live-conversation.ts';
import { loseTurn } from '../lost/lose-turn.ts';
import { type SentTurn, updateMemory } from '../memory/update-memory.ts';
import { type Consequences, recordAndPublish } from '../output/record-and-publish.ts';
import { failureMessage } from './failure-message.ts';
import type { RunningTurn } from './running-turn.ts';

/** What `finishTurn` needs besides the turn and its result. */
export interface TurnFacts {
  readonly durationMs: number;
  /** Missing when no prompt could be built. */
  readonly receipt?: Receipt | undefined;
  /** What the agent was sent; missing when nothing was sent. */
  readonly sentTurn?: SentTurn | undefined;
}

/** The part of a turn that is needed to end it. */
type EndingTurn = Pick<RunningTurn, 'id' | 'member' | 'call' | 'upTo' | 'attempt' | 'marker' | 'repliesBefore'> &
  // Missing for a turn that is only known from the log.
  Partial<Pick<RunningTurn, 'trail'>>;

/**
 * Ends a turn: adds its answer or failure to the transcript, updates queue and memory, and writes all of it to the log in
 * one append.
 */
export async function finishTurn(
  live: LiveConversation,
  ending: EndingTurn,
  result: TurnResult,
  { durationMs, receipt, sentTurn }: TurnFacts,
): Promise<void> {
  const { id: turn, member, call, upTo, attempt, marker } = ending;
  const { status, usage, error, changes } = result;
  const at = Date.now();
  const completed = status === 'completed';
  const trail = ending.trail?.entries() ?? [];
  const deeds = deedsLine(member.label, trail, changes);

  const answer = isBlank(result.text) ? undefined : addAnswer(live, ending, result, deeds, at);
  const notices: ConversationEvent[] = [];
  if (completed && answer === undefined) {
    notices.push({ type: 'notice', kind: 'empty-answer', text: `${member.label} answered nothing.`, turn });
  }
  const said = answer === undefined ? [] : [answer];
  const standIn = completed ? undefined : callStandIn(live, member, call, result, at);
  if (!completed) {
    const failure = failureMessage(member, result, answer !== undefined, at, standIn?.standIn);
    said.push(say(live, answer === undefined ? { ...failure, metadata: deeds } : failure, { at, turn }));
  }

  // A cancelled turn changes nobody's place in the queue, so its reply does not count.
  const repliesInRow = status === 'cancelled' ? ending.repliesBefore : undefined;
  if (repliesInRow !== undefined) live.state.queue.recount(repliesInRow);
  const end: TurnEndEvent = {
    type: 'turn-end',
    turn,
    member: member.id,
    status,
    durationMs,
    usage,
    costUsd: result.costUsd ?? priceOf(live.prices, [ending.trail?.model(), member.model], usage),
    error,
    receipt,
    messageId: answer?.message.id,
    ...(standIn === undefined ? {} : { standIn: standIn.standIn.id }),
    ...standsInFor(call),
    ...(trail.length === 0 ? {} : { trail }),
    ...(changes === undefined ? {} : { changes }),
    ...(repliesInRow === undefined ? {} : { repliesInRow }),
  };
  live.state.running.delete(turn);
  const lost: Consequences =
    status === 'unknown'
      ? loseTurn(live.state, { turn, call, upTo, attempt, marker }, member, at)
      : { records: [], events: [] };
  const memory = updateMemory(live, { member, upTo, attempt }, result, sentTurn, at);
  await recordAndPublish(live, {
    records: [
      ...said.flatMap(({ records }) => records),
      ...memory,
      { ...end, at },
      ...(standIn?.records ?? []),
      ...lost.records,
    ],
    events: [...said.flatMap(({ events }) => events), ...notices, end, ...(standIn?.events ?? []), ...lost.events],
  });
}

function addAnswer(
  live: LiveConversation,
  { id: turn, member, call }: EndingTurn,
  { status, text }: TurnResult,
  deeds: ReturnType<typeof deedsLine>,
  at: number,
): Said {
  const completed = status === 'completed';
  const partial = completed ? {} : { partial: true, status };
  const metadata = { turn, replyTo: call.replyTo, ...standsInFor(call), ...deeds, ...partial };
  // Only a completed answer calls others: a partial one may end in the middle of a marker.
  const route = completed ? readRoute(text, member.id, live.directory) : undefined;
  return say(live, { content: text, speaker: speakerOf(member), timestamp: at, metadata }, { at, turn, route });
}

function standsInFor({ standsInFor: member }: QueueEntry): { standsInFor?: string } {
  return member === undefined ? {} : { standsInFor: member };
}
