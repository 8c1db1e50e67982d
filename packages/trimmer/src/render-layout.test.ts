import type { AssemblerInput, Layout, PromptContextMessage } from '@ctx/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteLength } from './byte-length.ts';
import { type ConversationFormat, conversationLayout } from './conversation-layout.ts';
import { explainLayout, renderLayout } from './render-layout.ts';

const format: ConversationFormat = {
  instructions: { heading: 'Who:', systemFlag: false },
  task: { heading: 'Task:' },
  context: { heading: 'Before:', line: ({ from, content }) => `${from}> ${content}` },
  message: { heading: 'Now:' },
};

const text = fc.string({ unit: fc.constantFrom('a', 'é', '漢', '🙂', ' ', '\n', '\ud83d'), maxLength: 12 });
const message = fc.record({ from: text, content: text });
const input = fc.record({
  contextMessages: fc.array(message, { maxLength: 6 }),
  currentMessage: text,
  teamTask: fc.option(text),
  systemInstruction: fc.option(text, { nil: undefined }),
  maxBytes: fc.nat(120),
});
const anyFormat = fc.record({ headings: fc.boolean(), systemFlag: fc.boolean() }).map(
  ({ headings, systemFlag }): ConversationFormat => ({
    instructions: { heading: headings ? 'Who:' : undefined, systemFlag },
    task: { heading: headings ? 'Task:' : undefined },
    context: { heading: headings ? 'Before:' : undefined, line: format.context.line },
    message: { heading: headings ? 'Now:' : undefined },
  }),
);

const bytesOf = (output: { prompt: string; systemFlag?: string | undefined }) =>
  byteLength(output.prompt) + byteLength(output.systemFlag ?? '');

/** The rules of the budget, word for word and without any care for speed. `undefined` means refused. */
function naive(given: AssemblerInput, chosen: ConversationFormat): ReturnType<typeof renderLayout> | undefined {
  const points = [...given.currentMessage.trim()];
  const attempt = (kept: readonly PromptContextMessage[], message: string) =>
    renderLayout(withExactMessage(conversationLayout({ ...given, contextMessages: kept }, chosen), message), 1e9);
  for (let dropped = 0; dropped <= given.contextMessages.length; dropped++) {
    const output = attempt(given.contextMessages.slice(dropped), points.join(''));
    if (bytesOf(output) <= given.maxBytes) return output;
  }
  for (let length = points.length - 1; length >= 1; length--) {
    const output = attempt([], points.slice(0, length).join(''));
    if (bytesOf(output) <= given.maxBytes) return output;
  }
  return undefined;
}

// After a cut the message is not trimmed again.
function withExactMessage(layout: Layout, exact: string): Layout {
  return {
    ...layout,
    blocks: layout.blocks.map((block) => (block.shrink === 'end' ? { ...block, text: exact } : block)),
  };
}

describe('renderLayout', () => {
  it('gives what the rules of the budget say, byte for byte, for any input and budget', () => {
    fc.assert(
      fc.property(input, anyFormat, (given, chosen) => {
        const expected = naive(given, chosen);
        const layout = conversationLayout(given, chosen);
        if (expected === undefined) expect(() => renderLayout(layout, given.maxBytes)).toThrow(/budget/);
        else expect(renderLayout(layout, given.maxBytes)).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it('names the smallest budget that would have done', () => {
    fc.assert(
      fc.property(input, anyFormat, (given, chosen) => {
        const layout = conversationLayout(given, chosen);
        let required: number | undefined;
        try {
          renderLayout(layout, given.maxBytes);
        } catch (error) {
          required = (error as { requiredBytes: number }).requiredBytes;
        }
        fc.pre(required !== undefined);
        expect(() => renderLayout(layout, required! - 1)).toThrow(expect.objectContaining({ requiredBytes: required }));
        expect(bytesOf(renderLayout(layout, required!))).toBeLessThanOrEqual(required!);
      }),
    );
  });

  it('names it in whole bytes, whatever fraction of a byte the budget has', () => {
    const layout = conversationLayout(
      { contextMessages: [], currentMessage: '漢字', teamTask: 'task', maxBytes: 9 },
      format,
    );
    const requiredBytes = byteLength('Task:\ntask\n\nNow:\n漢');
    fc.assert(
      fc.property(fc.double({ min: 0, max: requiredBytes, maxExcluded: true, noNaN: true }), (maxBytes) => {
        expect(() => renderLayout(layout, maxBytes)).toThrow(expect.objectContaining({ maxBytes, requiredBytes }));
      }),
    );
  });

  it('refuses a budget that is no finite number ≥ 0', () => {
    const layout = conversationLayout(
      { contextMessages: [], currentMessage: 'x', teamTask: null, maxBytes: 9 },
      format,
    );
    for (const maxBytes of [Number.NaN, Number.POSITIVE_INFINITY, -1, '9' as never, undefined as never]) {
      expect(() => renderLayout(layout, maxBytes)).toThrow(RangeError);
    }
  });

  it('refuses a layout with two blocks that shrink the same way', () => {
    const block = { name: 'message', shrink: 'end', text: 'x' } as const;
    expect(() => renderLayout({ blocks: [block, { ...block, name: 'other' }] }, 100)).toThrow(TypeError);
  });

  it('refuses a system flag that may shrink or does not exist', () => {
    expect(() => renderLayout({ blocks: [], systemFlag: 'instructions' }, 100)).toThrow(TypeError);
  });

  it('renders blocks in the order of the layout, whatever it is', () => {
    const layout: Layout = {
      blocks: [
        { name: 'message', shrink: 'end', text: 'first' },
        {
          name: 'context',
          heading: '##',
          shrink: 'oldest',
          messages: [{ from: 'a', content: 'b' }],
          line: (m) => m.content,
        },
        { name: 'rules', shrink: 'never', text: 'last' },
      ],
    };
    expect(renderLayout(layout, 100).prompt).toBe('first\n\n##\nb\n\nlast');
  });

  it('sees a change of a message that is not frozen', () => {
    const mutable = { from: 'a', content: 'one' };
    const prompt = () =>
      renderLayout(
        conversationLayout({ contextMessages: [mutable], currentMessage: '', teamTask: null, maxBytes: 99 }, format),
        99,
      ).prompt;
    expect(prompt()).toBe('Before:\na> one');
    mutable.content = 'two';
    expect(prompt()).toBe('Before:\na> two');
  });
});

describe('explainLayout', () => {
  it('tells the truth about every byte', () => {
    fc.assert(
      fc.property(input, anyFormat, (given, chosen) => {
        const layout = conversationLayout(given, chosen);
        const expected = naive(given, chosen);
        fc.pre(expected !== undefined);
        const { receipt, ...output } = explainLayout(layout, given.maxBytes);
        expect(output).toEqual(expected);
        expect(receipt.usedBytes).toBe(bytesOf(output));
        expect(receipt.remainingBytes).toBe(given.maxBytes - receipt.usedBytes);
        const inPrompt = receipt.sections.length - (output.systemFlag === undefined ? 0 : 1);
        const separators = Math.max(0, inPrompt - 1) * 2;
        expect(receipt.sections.reduce((sum, { bytes }) => sum + bytes, separators)).toBe(receipt.usedBytes);
        const { context, message } = receipt;
        expect(context!.kept + context!.dropped).toBe(given.contextMessages.length);
        expect(context!.reason).toBe(context!.dropped > 0 ? 'budget' : undefined);
        expect(message!.bytes + message!.cutBytes).toBe(byteLength(given.currentMessage.trim()));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is plain JSON data', () => {
    const layout = conversationLayout(
      { contextMessages: [{ from: 'a', content: 'b' }], currentMessage: 'hello', teamTask: 'T', maxBytes: 18 },
      format,
    );
    expect(JSON.parse(JSON.stringify(explainLayout(layout, 18).receipt))).toEqual({
      maxBytes: 18,
      usedBytes: 18,
      remainingBytes: 0,
      sections: [
        { name: 'task', bytes: 7 },
        { name: 'message', bytes: 9 },
      ],
      context: { offered: 1, kept: 0, dropped: 1, reason: 'budget' },
      message: { bytes: 4, cutBytes: 1 },
    });
  });
});
