import type { AssemblerInput, Layout, PromptContextMessage, TokenCounter } from '@ctx/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteLength } from './byte-length.ts';
import { FormatAssembler } from './format-assembler.ts';
import type { PromptFormat } from './prompt-format.ts';
import { renderLayout } from './render-layout.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'é', '漢', '🙂', ' ', '\n', '<', '\ud83d'), maxLength: 12 });
const message = fc.record(
  { from: text, to: text, content: text, deeds: fc.constantFrom('ran a test', 'é') },
  { requiredKeys: ['from', 'content'] },
);

/** One token for each character and one more for each piece, so that a piece counted twice or not at all is noticed. */
const counter: TokenCounter = { id: 'toy', exact: true, count: (piece) => [...piece].length + 1 };

const input = fc
  .record({
    contextMessages: fc.array(message, { maxLength: 6 }),
    currentMessage: text,
    current: fc.option(fc.record({ from: fc.constantFrom('Max', '漢\n'), deeds: fc.constantFrom('', 'did it') }), {
      nil: undefined,
    }),
    teamTask: fc.option(text),
    systemInstruction: fc.option(text, { nil: undefined }),
    maxBytes: fc.nat(160),
    maxTokens: fc.option(fc.nat(160), { nil: undefined }),
  })
  .map((given): AssemblerInput => ({ ...given, tokenCounter: counter }));

const escapeAngles = (given: string) => given.replaceAll('<', '&lt;');

const anyFormat = fc
  .record({
    headings: fc.boolean(),
    footers: fc.boolean(),
    separate: fc.boolean(),
    escape: fc.constantFrom(undefined, escapeAngles),
    order: fc.constantFrom(undefined, ['message', 'context', 'instructions', 'task'] as const),
  })
  .map(({ headings, footers, separate, ...rest }): PromptFormat => {
    const around = (name: string) => ({
      heading: headings ? `${name}:` : undefined,
      footer: footers ? `/${name}` : undefined,
    });
    return {
      instructions: { ...around('Who'), separate },
      task: around('Task'),
      context: { ...around('Before'), line: '{from}> {content};' },
      message: around('Now'),
      ...rest,
    };
  });

const layoutOf = (given: AssemblerInput, chosen: PromptFormat): Layout =>
  new FormatAssembler('toy', chosen).layout(given);

const bytesOf = (output: { prompt: string; systemFlag?: string | undefined }) =>
  byteLength(output.prompt) + byteLength(output.systemFlag ?? '');

/**
 * A simple and slow way to make the prompt with the `kept` newest messages and without `cut` characters of the message.
 */
function assembled(layout: Layout, kept: number, cut: number, withLastLine = true) {
  const pieces: string[] = [];
  let systemFlag: string | undefined;
  for (const block of layout.blocks) {
    const body = bodyOf(block, kept, cut, withLastLine);
    if (body.length === 0) continue;
    if (block.name === layout.systemBlock) {
      systemFlag = body[0];
      continue;
    }
    if (pieces.length > 0) pieces.push(`${pieces.pop()}\n\n`);
    const lines = [...(block.heading ? [block.heading] : []), ...body, ...(block.footer ? [block.footer] : [])];
    pieces.push(...lines.map((line, index) => (index < lines.length - 1 ? `${line}\n` : line)));
  }
  const all = systemFlag === undefined ? pieces : [...pieces, systemFlag];
  const tokens = all.reduce((sum, piece) => sum + counter.count(piece), 0);
  return { output: { prompt: pieces.join(''), systemFlag }, tokens };
}

function bodyOf(block: Layout['blocks'][number], kept: number, cut: number, withLastLine: boolean): string[] {
  if (block.shrink === 'never') return block.text === '' ? [] : [block.text];
  if (block.shrink === 'oldest') {
    const lines = block.messages.slice(block.messages.length - kept).map(block.line);
    return block.lastLine && withLastLine ? [...lines, block.lastLine] : lines;
  }
  if (block.text === '') return [];
  const { before = '', after = '', indent, escape: escaped = (given: string) => given } = block;
  const written = indent === undefined ? block.text : block.text.replace(/\r\n|[\n\r]/g, `$&${indent}`);
  const points = [...written];
  return [before + escaped(points.slice(0, points.length - cut).join('')) + after];
}

/** The rules of the budget, in the simplest form. `undefined` if the budget is refused. */
function expected(given: AssemblerInput, layout: Layout) {
  const { maxBytes, maxTokens = Number.POSITIVE_INFINITY, contextMessages } = given;
  const points = [...bodyOf(layout.blocks.find(({ shrink }) => shrink === 'end')!, 0, 0, false).join('')].length;
  const attempts = [
    ...contextMessages.map((_, dropped) => [contextMessages.length - dropped, 0, true] as const),
    [0, 0, true] as const,
    [0, 0, false] as const,
    ...Array.from({ length: points }, (_, index) => [0, index + 1, false] as const),
  ];
  for (const [kept, cut, withLastLine] of attempts) {
    if (cut > 0 && cut >= pointsOfMessage(layout)) break;
    const { output, tokens } = assembled(layout, kept, cut, withLastLine);
    if (bytesOf(output) <= maxBytes && tokens <= maxTokens) return { output, tokens, kept, cut };
  }
  return undefined;
}

function pointsOfMessage(layout: Layout): number {
  const block = layout.blocks.find(({ shrink }) => shrink === 'end');
  if (block?.shrink !== 'end') return 0;
  const { indent } = block;
  return [...(indent === undefined ? block.text : block.text.replace(/\r\n|[\n\r]/g, `$&${indent}`))].length;
}

describe('renderLayout', () => {
  it('follows the rules of the budget for any input, format and budget', () => {
    fc.assert(
      fc.property(input, anyFormat, (given, chosen) => {
        const layout = layoutOf(given, chosen);
        const right = expected(given, layout);
        if (right === undefined) {
          expect(() => renderLayout(layout, given)).toThrow(/budget/);
          return;
        }
        const { receipt, ...output } = renderLayout(layout, given);
        expect(output).toEqual(right.output);
        expect(receipt.tokens?.used).toBe(given.maxTokens === undefined ? undefined : right.tokens);
        expect(receipt.context).toMatchObject({ offered: given.contextMessages.length, kept: right.kept });
      }),
      { numRuns: 1_500 },
    );
  });

  it('gives the same bytes as chunks and as a string', () => {
    fc.assert(
      fc.property(input, anyFormat, (given, chosen) => {
        const layout = layoutOf(given, chosen);
        fc.pre(expected(given, layout) !== undefined);
        const asText = renderLayout(layout, given);
        const { prompt, ...rest } = renderLayout(layout, { ...given, format: 'chunks' });
        // Through UTF-8 too, because a lone surrogate becomes a replacement character there.
        expect(Buffer.concat(prompt).toString()).toBe(Buffer.from(asText.prompt).toString());
        expect(rest).toEqual({ systemFlag: asText.systemFlag, receipt: asText.receipt });
      }),
      { numRuns: 500 },
    );
  });

  it('names the smallest budget that would be enough, in bytes or tokens', () => {
    fc.assert(
      fc.property(input, anyFormat, (given, chosen) => {
        const layout = layoutOf(given, chosen);
        let refusal: { budget: string; requiredBytes: number; requiredTokens: number } | undefined;
        try {
          renderLayout(layout, given);
        } catch (error) {
          refusal = error as typeof refusal;
        }
        fc.pre(refusal !== undefined);
        const { budget, requiredBytes, requiredTokens } = refusal!;
        const inBytes = budget === 'bytes';
        const withBudget = (size: number) => ({
          tokenCounter: counter,
          ...(inBytes ? { maxBytes: size } : { maxBytes: 1e6, maxTokens: size }),
        });
        const required = inBytes ? requiredBytes : requiredTokens;
        expect(() => renderLayout(layout, withBudget(required - 1))).toThrow(expect.objectContaining({ budget }));
        expect(renderLayout(layout, withBudget(required)).receipt.context?.kept).toBe(0);
      }),
    );
  });

  it('accounts for every byte in its receipt', () => {
    fc.assert(
      fc.property(input, anyFormat, (given, chosen) => {
        const layout = layoutOf(given, chosen);
        fc.pre(expected(given, layout) !== undefined);
        const { receipt, ...output } = renderLayout(layout, given);
        expect(receipt.usedBytes).toBe(bytesOf(output));
        expect(receipt.remainingBytes).toBe(given.maxBytes - receipt.usedBytes);
        const inPrompt = receipt.sections.length - (output.systemFlag === undefined ? 0 : 1);
        const separators = Math.max(0, inPrompt - 1) * 2;
        expect(receipt.sections.reduce((sum, { bytes }) => sum + bytes, separators)).toBe(receipt.usedBytes);
        const { context, message: said } = receipt;
        expect(context!.kept + context!.dropped).toBe(given.contextMessages.length);
        expect(context!.reason).toBe(context!.dropped > 0 ? 'budget' : undefined);
        const whole = given.currentMessage.trim();
        const indented = given.current ? whole.replaceAll('\n', '\n  ') : whole;
        const written = chosen.escape ? chosen.escape(whole) : indented;
        expect(said!.bytes + said!.cutBytes).toBe(byteLength(written));
      }),
      { numRuns: 500 },
    );
  });
});

const format: PromptFormat = {
  instructions: { heading: 'Who:' },
  task: { heading: 'Task:' },
  context: { heading: 'Before:', line: '{from}> {content}' },
  message: { heading: 'Now:' },
};

describe('a layout', () => {
  const simple = (change: Partial<AssemblerInput>) =>
    layoutOf({ contextMessages: [], currentMessage: 'x', teamTask: null, maxBytes: 9, ...change }, format);

  it('gets a whole number of required bytes, even if the budget is a fraction', () => {
    const layout = simple({ currentMessage: '漢字', teamTask: 'task' });
    const requiredBytes = byteLength('Task:\ntask\n\nNow:\n漢');
    fc.assert(
      fc.property(fc.double({ min: 0, max: requiredBytes, maxExcluded: true, noNaN: true }), (maxBytes) => {
        expect(() => renderLayout(layout, { maxBytes })).toThrow(expect.objectContaining({ maxBytes, requiredBytes }));
      }),
    );
  });

  it('is refused for a budget that is not a finite number ≥ 0', () => {
    for (const size of [Number.NaN, Number.POSITIVE_INFINITY, -1, '9' as never, null as never]) {
      expect(() => renderLayout(simple({}), { maxBytes: size })).toThrow(RangeError);
      expect(() => renderLayout(simple({}), { maxBytes: 99, maxTokens: size, tokenCounter: counter })).toThrow(
        RangeError,
      );
    }
  });

  it('is refused for maxTokens without a counter, or with one that returns NaN', () => {
    expect(() => renderLayout(simple({}), { maxBytes: 99, maxTokens: 9 })).toThrow(TypeError);
    const broken = { ...counter, count: () => Number.NaN };
    expect(() => renderLayout(simple({}), { maxBytes: 99, maxTokens: 9, tokenCounter: broken })).toThrow(/"toy"/);
  });

  it('may not have two blocks that shrink the same way', () => {
    const block = { name: 'message', shrink: 'end', text: 'x' } as const;
    expect(() => renderLayout({ blocks: [block, { ...block, name: 'other' }] }, { maxBytes: 100 })).toThrow(TypeError);
  });

  it('may not name a system block that may shrink or does not exist', () => {
    expect(() => renderLayout({ blocks: [], systemBlock: 'instructions' }, { maxBytes: 100 })).toThrow(TypeError);
  });

  it('keeps no context message if the current message was cut, even if there is room', () => {
    const layout: Layout = {
      blocks: [
        { name: 'message', shrink: 'end', text: 'ab🙂' },
        { name: 'context', shrink: 'oldest', messages: [{ from: 'a', content: 'b' }], line: ({ content }) => content },
      ],
    };
    expect(renderLayout(layout, { maxBytes: 5 }).prompt).toBe('ab');
  });

  it('is rendered in the order of its blocks', () => {
    const messages: PromptContextMessage[] = [{ from: 'a', content: 'b' }];
    const layout: Layout = {
      blocks: [
        { name: 'message', shrink: 'end', text: 'first' },
        { name: 'context', heading: '##', footer: '//', shrink: 'oldest', messages, line: ({ content }) => content },
        { name: 'rules', shrink: 'never', text: 'last' },
      ],
    };
    expect(renderLayout(layout, { maxBytes: 100 }).prompt).toBe('first\n\n##\nb\n//\n\nlast');
  });

  it('gives a receipt that is plain JSON data', () => {
    const layout = simple({ contextMessages: [{ from: 'a', content: 'b' }], currentMessage: 'hello', teamTask: 'T' });
    expect(JSON.parse(JSON.stringify(renderLayout(layout, { maxBytes: 18 }).receipt))).toEqual({
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
