import type { QueueEntry } from '@ctx/contract';
import type { LostTurnDecision } from '@ctx/team';
import { requireAgent } from '../addressing/members-named.ts';
import { foldToLine } from '../render/fold-line.ts';
import { turnName } from '../render/turn-name.ts';
import { safeLine } from '../terminal/safe-text.ts';
import { answer, type ChatRoom } from './chat-room.ts';

/** How much of the message that an agent waits to answer is shown. */
const MESSAGE_COLUMNS = 40;

/** `/queue`: prints who is speaking, who is waiting, and which turns were cut off. */
export function queue(room: ChatRoom): void {
  const { styles } = room;
  const { running, waiting, lost } = room.conversation.status();
  const lines = [
    ...lost.map(({ turn, call }) => `${styles.name(call.member)}’s ${turnName(turn)} was cut off: ${lostHint(turn)}`),
    ...running.map(({ member, turn }) => `${styles.name(member)} is speaking (${turnName(turn)})`),
    ...waiting.map((call) => `${styles.name(call.member)} is waiting to answer ${messageOf(room, call)}`),
  ];
  answer(room, ...(lines.length === 0 ? ['Nobody is speaking, and nobody is waiting.'] : lines));
}

// In the words that people saw, such as `Alice: “Why is the build red?”`.
function messageOf({ conversation }: ChatRoom, { replyTo }: QueueEntry): string {
  const message = conversation.messages().findLast(({ id }) => id === replyTo);
  if (message === undefined) return 'a message that is no longer kept';
  return `${safeLine(message.speaker.roleName)}: “${foldToLine(message.content, MESSAGE_COLUMNS)}”`;
}

/** `/drop`: removes a member's calls from the queue; without a name, everybody's. */
export async function drop(room: ChatRoom, name: string): Promise<void> {
  const { conversation, styles, team } = room;
  const agent = name === '' ? undefined : requireAgent(name, team).id;
  const dropped = await conversation.drop(agent);
  if (dropped === 0) answer(room, agent === undefined ? 'Nobody is waiting.' : `${styles.name(agent)} is not waiting.`);
}

/** `/cancel`: stops an agent; without a name, all that are speaking. */
export function cancel(room: ChatRoom, name: string): void {
  const { conversation, styles, team } = room;
  const agent = name === '' ? undefined : requireAgent(name, team).id;
  const wanted = conversation.status().running.filter(({ member }) => agent === undefined || member === agent);
  for (const { turn } of wanted) conversation.cancel(turn);
  if (wanted.length > 0) return;
  answer(room, agent === undefined ? 'Nobody is speaking.' : `${styles.name(agent)} is not speaking.`);
}

/** The choices for a turn that was cut off. Safe to print. */
export function lostHint(turn: string): string {
  const id = safeLine(turn);
  return `/again ${id} runs it again, /skip ${id} leaves it unanswered, /take ${id} lets you answer.`;
}

/** `/again`, `/skip` and `/take`: decides about a turn that was cut off. Without a turn, the oldest one is meant. */
export async function decide(room: ChatRoom, wanted: string, decision: LostTurnDecision): Promise<void> {
  const lost = room.conversation.status().lost.map(({ turn }) => turn);
  const [turn] = wanted === '' ? lost : lost.filter((id) => id === wanted || id === `turn-${wanted}`);
  if (turn !== undefined) return room.conversation.decide(turn, decision, { by: room.speaker()?.id });
  answer(
    room,
    lost.length === 0 ? 'No turn was cut off.' : `Name a turn that was cut off: ${lost.map(safeLine).join(', ')}.`,
  );
}
