import type { ConversationMessage, Receipt, ReceiptContext } from '@ctx/contract';
import { ContextManager, PlainTextAssembler } from '@ctx/core';
import { describe, expect, it } from 'vitest';
import { explainTurn } from './explain-turn.ts';

const call = (replyTo: string) => ({ id: 'call-1', member: 'max', replyTo, intent: 'P2', byHuman: true }) as const;

const said = (count: number): ConversationMessage[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `msg-${index + 1}`,
    content: `Message ${index + 1}`,
    speaker: { roleId: 'alice', roleName: 'Alice', type: 'human' },
  }));

const receipt = (context: ReceiptContext): Receipt => ({
  maxBytes: 100,
  usedBytes: 90,
  remainingBytes: 10,
  sections: [],
  context,
});

const fates = (messages: readonly ConversationMessage[], replyTo: string, upTo: string, context: ReceiptContext) =>
  explainTurn(messages, { upTo, call: call(replyTo) }, receipt(context)).map(
    ({ message, fate }) => `${message.id} ${fate}`,
  );

describe('what an agent saw', () => {
  it('is the newest messages; older ones were over the budget, or outside the window', () => {
    const context: ReceiptContext = { offered: 3, kept: 1, dropped: 2, reason: 'budget', firstKeptId: 'msg-4' };
    expect(fates(said(5), 'msg-5', 'msg-5', context)).toEqual([
      'msg-1 outside-window',
      'msg-2 over-budget',
      'msg-3 over-budget',
      'msg-4 seen',
      'msg-5 answered',
    ]);
  });

  it('ends with the message that was newest when the prompt was made', () => {
    const context: ReceiptContext = { offered: 1, kept: 1, dropped: 0, firstKeptId: 'msg-1' };
    expect(fates(said(4), 'msg-2', 'msg-2', context)).toEqual(['msg-1 seen', 'msg-2 answered']);
  });

  it('includes messages after the one that is answered', () => {
    const context: ReceiptContext = { offered: 2, kept: 2, dropped: 0, firstKeptId: 'msg-1' };
    expect(fates(said(3), 'msg-2', 'msg-3', context)).toEqual(['msg-1 seen', 'msg-2 answered', 'msg-3 seen']);
  });

  it('is only the message to answer if the budget is too small', () => {
    const context: ReceiptContext = { offered: 2, kept: 0, dropped: 2, reason: 'budget' };
    expect(fates(said(3), 'msg-3', 'msg-3', context)).toEqual([
      'msg-1 over-budget',
      'msg-2 over-budget',
      'msg-3 answered',
    ]);
  });

  it('is only what is new if it continues its session; its own answers are known, except partial ones', () => {
    const own = (id: string, metadata?: Record<string, unknown>): ConversationMessage => ({
      id,
      content: id,
      speaker: { roleId: 'max', roleName: 'Max', type: 'ai' },
      metadata,
    });
    const [one, two, ...rest] = said(6);
    const messages = [one!, two!, own('max-1'), own('max-2', { partial: true }), ...rest];
    const start = { upTo: 'msg-6', call: call('msg-6'), since: 'msg-2' };
    const explained = explainTurn(messages, start, receipt({ offered: 4, kept: 4, dropped: 0, known: 3 }));
    expect(explained.map(({ message, fate }) => `${message.id} ${fate}`)).toEqual([
      'msg-1 known',
      'msg-2 known',
      'max-1 known',
      'max-2 seen',
      'msg-3 seen',
      'msg-4 seen',
      'msg-5 seen',
      'msg-6 answered',
    ]);
  });

  it('matches the prompt that core makes, for every budget and window', () => {
    const context = new ContextManager({ assemblers: [new PlainTextAssembler({ agentType: 'plain' })] });
    for (const message of said(8)) context.addMessage(message);
    for (let maxBytes = 20; maxBytes < 250; maxBytes += 7) {
      for (const windowSizeOverride of [0, 2, 5, 20]) {
        const made = context.assembleForAgent('max', 'plain', {
          windowSizeOverride,
          maxBytesOverride: maxBytes,
          replyTo: 'msg-7',
          upTo: 'msg-8',
        });
        const explained = explainTurn(context.getMessages(), { upTo: 'msg-8', call: call('msg-7') }, made.receipt);
        for (const { message, fate } of explained) {
          const isThere = made.prompt.includes(message.content);
          expect([message.id, fate === 'seen' || fate === 'answered']).toEqual([message.id, isThere]);
        }
      }
    }
  });
});
