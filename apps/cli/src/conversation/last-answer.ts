import type { ConversationMessage } from '@ctx/contract';
import { describeFailure } from '../render/describe-turn-end.ts';
import { safeText } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Outcome } from './follow-conversation.ts';

/** Prints the last answer of a run unchanged, and on standard error why turns failed. */
export function printLastAnswer(
  terminal: Pick<Terminal, 'write' | 'complain'>,
  messages: readonly ConversationMessage[],
  { turns }: Outcome,
): void {
  for (const turn of turns) {
    if (turn.status !== 'completed') terminal.complain(`ctx: ${turn.member} ${describeFailure(turn)}`);
  }
  const speakers = turns.map(({ member }) => member);
  const answer = messages.findLast(({ speaker }) => speaker.type === 'ai' && speakers.includes(speaker.roleId));
  if (answer !== undefined) terminal.write(`${safeText(answer.content).trimEnd()}\n`);
}
