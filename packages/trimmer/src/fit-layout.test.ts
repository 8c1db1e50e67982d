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

describe('a block that never shrinks', () => {
  it('is refused if its bytes fit exactly but its tokens do not', () => {
    const tokens = { maxTokens: 4, tokenCounter: characters };
    const expected = { budget: 'tokens', requiredBytes: 5, maxTokens: 4, requiredTokens: 5 };
    expect(refusal(layout(task('12345')), { maxBytes: 5, ...tokens })).toMatchObject(expected);
    expect(refusal(layout(task('12'), message('5678')), { maxBytes: 5, ...tokens })).toMatchObject(expected);
  });

  it('is refused for its bytes if neither its bytes nor its tokens fit', () => {
    const given = layout(task('12345'));
    const error = refusal(given, { maxBytes: 4, maxTokens: 1, tokenCounter: characters });
    expect(error).toMatchObject({ budget: 'bytes', maxBytes: 4, requiredBytes: 5, maxTokens: undefined });
  });

  it('may fill both budgets exactly', () => {
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

  it('is kept if only it fits, and dropped if it does not fit', () => {
    expect(promptOf(3)).toMatchObject({ prompt: 'end', receipt: { usedBytes: 3, remainingBytes: 0 } });
    expect(promptOf(2)).toMatchObject({ prompt: '', receipt: { usedBytes: 0 } });
  });

  it('counts the newline before it: a message is kept only if message, newline and last line fit', () => {
    expect(promptOf(7).prompt).toBe('end');
    expect(promptOf(8)).toMatchObject({ prompt: '5678\nend', receipt: { usedBytes: 8 } });
    expect(promptOf(12).prompt).toBe('5678\nend');
    expect(promptOf(13)).toMatchObject({ prompt: '1234\n5678\nend', receipt: { usedBytes: 13, remainingBytes: 0 } });
  });

  it('counts its tokens together with the line end after it', () => {
    const given = layout(context(['1234', '5678'], { lastLine: 'end', heading: 'H', footer: 'F' }), message('m'));
    const used = (maxTokens: number) =>
      renderLayout(given, { maxBytes: 1_000, maxTokens, tokenCounter: characters }).receipt.tokens?.used;
    const whole = 'H\n1234\n5678\nend\nF\n\nm'.length;
    expect(used(whole)).toBe(whole);
    expect(used(whole - 1)).toBe(whole - 5);
  });
});

describe('a context without a last line', () => {
  it('is left out with its heading if no message fits', () => {
    const given = layout(context(['1234'], { heading: 'H', footer: 'F' }), message('m'));
    expect(renderLayout(given, { maxBytes: 10 }).prompt).toBe('m');
    expect(renderLayout(given, { maxBytes: 11 })).toMatchObject({
      prompt: 'H\n1234\nF\n\nm',
      receipt: { usedBytes: 11, remainingBytes: 0, context: { kept: 1 } },
    });
  });
});

describe('an invalid layout', () => {
  it('has a system block that may shrink or does not exist', () => {
    for (const blocks of [[message('m')], [task('t')]]) {
      expect(refusal({ blocks, systemBlock: 'message' }, { maxBytes: 9 })).toEqual(
        new TypeError('Layout.systemBlock names "message", not a block that never shrinks'),
      );
    }
  });

  it.each([
    ['two messages', [message('a'), message('b')], 'end'],
    ['two contexts', [context(['a']), context(['b'])], 'oldest'],
    // Would be lost silently.
    ['a block that shrinks in a way that does not exist', [{ ...task('t'), shrink: 'newest' } as never], 'newest'],
  ])('has %s', (_, blocks, shrink) => {
    expect(refusal({ blocks }, { maxBytes: 9 })).toEqual(
      new TypeError(
        `A layout may have one block that shrinks by "oldest" and one by "end", not another by "${shrink}"`,
      ),
    );
  });
});
