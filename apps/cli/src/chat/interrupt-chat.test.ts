import type { Conversation } from '@ctx/team';
import { expect, it } from 'vitest';
import type { ChatSession } from './chat-session.ts';
import { createInterrupt } from './interrupt-chat.ts';
import type { TypingLine } from './typing-line.ts';

it('Ctrl-C also cancels a turn that has left the queue and is not on the screen yet', async () => {
  const done: string[] = [];
  const conversation = {
    status: () => ({ running: [{ turn: 'turn-3', member: 'sarah' }], waiting: [{ member: 'max' }] }),
    hold: () => done.push('hold'),
    cancel: (turn: string) => done.push(`cancel ${turn}`),
    drop: async () => done.push('drop'),
    proceed: () => done.push('proceed'),
  } as unknown as Conversation;
  const chat = {
    conversation,
    view: { current: () => undefined },
    styles: { name: (id: string) => id },
    isLeaving: () => false,
  } as unknown as ChatSession;
  const line = {
    question: () => undefined,
    draft: () => ({ text: 'half a line' }),
    answer: () => false,
    ask: async (question: string) => {
      done.push(question);
      return 'n';
    },
  } as unknown as TypingLine;
  createInterrupt(chat, line).press();
  await expect.poll(() => done.at(-1)).toBe('proceed');
  const question = 'max is waiting to speak. Continue with the queue? [Y/n] ';
  expect(done).toEqual(['hold', 'cancel turn-3', question, 'drop', 'proceed']);
});
