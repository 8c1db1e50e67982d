import { GeminiContextAssembler } from '@ctx/assembler-gemini';
import type { AssemblerInput, IContextAssembler, PromptContextMessage } from '@ctx/contract';
import { renderLayout } from '@ctx/trimmer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ContextManager } from './context-manager.ts';

const kai = { roleId: 'kai', roleName: 'Kai', type: 'human' } as const;
const max = { roleId: 'max', roleName: 'Max', type: 'ai' } as const;

const initial = ({ content }: PromptContextMessage): string => [...content][0] ?? '';

/** Shows only the first letter of each message, so that far more of them fit than their length suggests. */
const initials: IContextAssembler & {
  layout(input: AssemblerInput): ReturnType<NonNullable<IContextAssembler['layout']>>;
} = {
  getAgentType: () => 'initials',
  layout: (input) => ({
    blocks: [
      { name: 'context', shrink: 'oldest', messages: input.contextMessages, line: initial },
      { name: 'rule', shrink: 'never', text: 'of all' },
    ],
  }),
  assemble: (input) => renderLayout(initials.layout(input), input),
};

/** Has no layout and keeps everything. */
const opaque: IContextAssembler = {
  getAgentType: () => 'opaque',
  assemble: (input) => ({ prompt: input.contextMessages.map(({ content }) => content).join('|'), systemFlag: 'é' }),
};

describe('explainPrompt', () => {
  it('gives the prompt with a receipt that has message ids', () => {
    const context = new ContextManager({ assemblers: [new GeminiContextAssembler()], maxBytes: 70 });
    for (const content of ['one', 'two', 'three', 'four']) context.addMessage({ content, speaker: kai });
    const input = context.getContextForAgent('max', 'gemini');
    const { prompt, systemFlag, receipt } = context.explainPrompt('gemini', input);
    expect({ prompt, systemFlag }).toEqual(context.assemblePrompt('gemini', input));
    expect(receipt.context).toEqual({ offered: 3, kept: 2, dropped: 1, reason: 'budget', firstKeptId: 'msg-2' });
    expect(receipt.message).toEqual({ id: 'msg-4', bytes: 4, cutBytes: 0 });
  });

  it('gives only the bytes for an assembler without a layout', () => {
    const context = new ContextManager({ assemblers: [opaque], maxBytes: 100 });
    context.addMessage({ content: 'a', speaker: kai });
    context.addMessage({ content: 'b', speaker: kai });
    expect(context.explainPrompt('opaque', context.getContextForAgent('x', 'opaque')).receipt).toEqual({
      maxBytes: 100,
      usedBytes: 3,
      remainingBytes: 97,
      sections: [],
    });
    expect(context.assembleForAgent('x', 'opaque').prompt).toBe('a');
  });
});

describe('assembleForAgent', () => {
  it('gives the same prompt and receipt as the two steps, for any conversation, window and budget', () => {
    const content = fc.string({ unit: fc.constantFrom('a', ' ', '漢', '🙂', '[NEXT:x]', '\n'), maxLength: 12 });
    fc.assert(
      fc.property(
        fc.array(fc.record({ content, speaker: fc.constantFrom(kai, max) }), { maxLength: 12 }),
        fc.record({
          maxBytes: fc.integer({ min: 20, max: 200 }),
          window: fc.constantFrom(0, 1, 3, 8, Number.POSITIVE_INFINITY),
          agentType: fc.constantFrom('gemini', 'initials', 'opaque', 'plain'),
          replyTo: fc.option(fc.nat(11), { nil: undefined }),
        }),
        (messages, { maxBytes, window, agentType, replyTo }) => {
          const logger = { debug() {}, info() {}, warn() {}, error() {} };
          const assemblers = [new GeminiContextAssembler(), initials, opaque];
          const context = new ContextManager({ assemblers, maxBytes, logger });
          for (const message of messages) context.addMessage(message);
          const options = {
            windowSizeOverride: window,
            replyTo: replyTo !== undefined && replyTo < messages.length ? `msg-${replyTo + 1}` : undefined,
          };
          const expected = context.explainPrompt(agentType, context.getContextForAgent('x', agentType, options));
          expect(context.assembleForAgent('x', agentType, options)).toEqual(expected);
          const { prompt, ...rest } = context.assembleForAgent('x', agentType, { ...options, format: 'chunks' });
          expect({ ...rest, prompt: Buffer.concat(prompt).toString() }).toEqual(expected);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('renders hardly more messages than it keeps, however long the conversation is', () => {
    const prepared = (count: number) => {
      let rendered = 0;
      const line = ({ content }: PromptContextMessage) => {
        rendered++;
        return content;
      };
      const layout = (input: AssemblerInput) => ({
        blocks: [{ name: 'context', shrink: 'oldest', messages: input.contextMessages, line } as const],
      });
      const counting: IContextAssembler = {
        getAgentType: () => 'counting',
        layout,
        assemble: (input) => renderLayout(layout(input), input),
      };
      const context = new ContextManager({
        assemblers: [counting],
        contextWindowSize: Number.POSITIVE_INFINITY,
        maxBytes: 1_000,
      });
      for (let index = 0; index < count; index++) context.addMessage({ content: 'x'.repeat(99), speaker: kai });
      expect(context.assembleForAgent('x', 'counting').receipt.context).toMatchObject({ offered: count - 1, kept: 10 });
      return rendered;
    };
    expect(prepared(10_000)).toBe(prepared(100));
    expect(prepared(100)).toBeLessThanOrEqual(12);
  });
});
