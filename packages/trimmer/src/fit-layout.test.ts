import type { Block, Layout, TokenCounter } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { renderLayout } from './render-layout.ts';

const characters: TokenCounter = { id: 'characters', exact: true, count: (text) => text.length };

const task = (text: string): Block => ({ name: 'task', shrink: 'never', text });
const context = (contents: readonly string[], parts: object = {}): Block => ({
  name: 'context',
  shrink: 'oldest',
  messages: contents.map((content) => ({ from: 'a', to: 'all', content })),
  line: ({ content }) => content,
  ...parts,
});
const message = (text: string): Block => ({ name: 'message', shrink: 'end', text });
const layout = (...blocks: Block[]): Layout => ({ blocks });

function refusal(given: Layout, budget: Parameters<typeof renderLayout>[1]): unknown {
  try {
    renderLayout(given, budget);
  } catch (error) {
    return error;
  }
}

describe('what may not shrink', () => {
  it('is refused by the budget in tokens where its bytes fit, even to the last one', () => {
    const tokens = { maxTokens: 4, tokenCounter: characters };
    const expected = { budget: 'tokens', requiredBytes: 5, maxTokens: 4, requiredTokens: 5 };
    expect(refusal(layout(task('12345')), { maxBytes: 5, ...tokens })).toMatchObject(expected);
    expect(refusal(layout(task('12'), message('5678')), { maxBytes: 5, ...tokens })).toMatchObject(expected);
  });

  it('is refused by the budget in bytes first, where neither holds it', () => {
    const given = layout(task('12345'));
    const error = refusal(given, { maxBytes: 4, maxTokens: 1, tokenCounter: characters });
    expect(error).toMatchObject({ budget: 'bytes', maxBytes: 4, requiredBytes: 5, maxTokens: undefined });
  });

  it('may fill both budgets to the last', () => {
    const budget = { maxBytes: 5, maxTokens: 5, tokenCounter: characters };
    expect(renderLayout(layout(task('12345')), budget).receipt).toMatchObject({
      remainingBytes: 0,
      tokens: { used: 5 },
    });
  });
});

describe('the last line of the context', () => {
  const promptOf = (maxBytes: number, contents = ['1234', '5678']) =>
    renderLayout(layout(context(contents, { lastLine: 'end' })), { maxBytes });

  it('stays when it is all there is room for, and goes when it does not fit', () => {
    expect(promptOf(3)).toMatchObject({ prompt: 'end', receipt: { usedBytes: 3, remainingBytes: 0 } });
    expect(promptOf(2)).toMatchObject({ prompt: '', receipt: { usedBytes: 0 } });
  });

  it('takes its newline into account: a message comes before it only when all three fit', () => {
    expect(promptOf(7).prompt).toBe('end');
    expect(promptOf(8)).toMatchObject({ prompt: '5678\nend', receipt: { usedBytes: 8 } });
    expect(promptOf(12).prompt).toBe('5678\nend');
    expect(promptOf(13)).toMatchObject({ prompt: '1234\n5678\nend', receipt: { usedBytes: 13, remainingBytes: 0 } });
  });

  it('counts in tokens as it is written', () => {
    const given = layout(context(['1234', '5678'], { lastLine: 'end', heading: 'H', footer: 'F' }), message('m'));
    const used = (maxTokens: number) =>
      renderLayout(given, { maxBytes: 1_000, maxTokens, tokenCounter: characters }).receipt.tokens?.used;
    const whole = 'H\n1234\n5678\nend\nF\n\nm'.length;
    expect(used(whole)).toBe(whole);
    expect(used(whole - 1)).toBe(whole - 5);
  });
});

describe('a context without a last line', () => {
  it('is left out with its heading when there is room for no message', () => {
    const given = layout(context(['1234'], { heading: 'H', footer: 'F' }), message('m'));
    expect(renderLayout(given, { maxBytes: 10 }).prompt).toBe('m');
    expect(renderLayout(given, { maxBytes: 11 })).toMatchObject({
      prompt: 'H\n1234\nF\n\nm',
      receipt: { usedBytes: 11, remainingBytes: 0, context: { kept: 1 } },
    });
  });
});

describe('a layout that cannot be', () => {
  it('is one whose system block may shrink or is not there', () => {
    for (const blocks of [[message('m')], [task('t')]]) {
      expect(refusal({ blocks, systemBlock: 'message' }, { maxBytes: 9 })).toEqual(
        new TypeError('Layout.systemBlock names "message", not a block that never shrinks'),
      );
    }
  });

  it('is one with two blocks that shrink in the same way', () => {
    expect(refusal(layout(message('a'), message('b')), { maxBytes: 9 })).toEqual(
      new TypeError('A layout may have only one block that shrinks by "end"'),
    );
    expect(refusal(layout(context(['a']), context(['b'])), { maxBytes: 9 })).toEqual(
      new TypeError('A layout may have only one block that shrinks by "oldest"'),
    );
  });
});
