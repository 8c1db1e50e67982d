import type { CuttableBlock, Layout, TokenCounter } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { renderLayout } from './render-layout.ts';

const characters: TokenCounter = { id: 'characters', exact: true, count: (text) => text.length };
const escapeTag = (text: string) => text.replaceAll('<', '&lt;');

const layoutOf = (block: Omit<CuttableBlock, 'name' | 'shrink'>): Layout => ({
  blocks: [
    {
      name: 'context',
      shrink: 'oldest',
      messages: [{ from: 'a', to: 'all', content: 'x' }],
      line: ({ content }) => content,
    },
    { name: 'message', shrink: 'end', ...block },
  ],
});

describe('a message that is escaped', () => {
  const receiptOf = (maxBytes: number, budget = {}) =>
    renderLayout(layoutOf({ text: 'a<b', escape: escapeTag }), { maxBytes, ...budget });

  it('is cut between its own characters, never inside an escape', () => {
    expect(receiptOf(5)).toMatchObject({ prompt: 'a&lt;', receipt: { message: { bytes: 5, cutBytes: 1 } } });
    expect(receiptOf(4)).toMatchObject({ prompt: 'a', receipt: { message: { bytes: 1, cutBytes: 5 } } });
  });

  it('leaves no room for context if it is cut, and the remaining room if it is complete', () => {
    expect(receiptOf(5).receipt.context).toMatchObject({ offered: 1, kept: 0 });
    expect(receiptOf(6)).toMatchObject({ prompt: 'a&lt;b', receipt: { message: { cutBytes: 0 } } });
    expect(receiptOf(9)).toMatchObject({ prompt: 'x\n\na&lt;b', receipt: { context: { kept: 1 } } });
  });

  it('is cut by the tokens of its escaped text', () => {
    expect(receiptOf(100, { maxTokens: 5, tokenCounter: characters }).prompt).toBe('a&lt;');
    expect(() => receiptOf(100, { maxTokens: 0, tokenCounter: characters })).toThrow('need 1 tokens');
  });

  it('needs room for its first character, escaped', () => {
    const ask = () => renderLayout(layoutOf({ text: '<b', escape: escapeTag }), { maxBytes: 3 });
    expect(ask).toThrow(expect.objectContaining({ budget: 'bytes', requiredBytes: 4 }));
  });
});

describe('a message that is indented', () => {
  it('is cut after indenting, so the indents count', () => {
    const given = layoutOf({ text: 'a\nb\nc', indent: '  ' });
    expect(renderLayout(given, { maxBytes: 8 })).toMatchObject({
      prompt: 'a\n  b\n  ',
      receipt: { message: { bytes: 8, cutBytes: 1 } },
    });
    expect(renderLayout(given, { maxBytes: 9 }).prompt).toBe('a\n  b\n  c');
  });
});

describe('a message with a text before and after it', () => {
  it('is cut, but the texts around it are not', () => {
    const given = layoutOf({ text: 'abc', before: '<', after: '>' });
    expect(renderLayout(given, { maxBytes: 4 })).toMatchObject({
      prompt: '<ab>',
      receipt: { usedBytes: 4, message: { bytes: 2, cutBytes: 1 } },
    });
    expect(() => renderLayout(given, { maxBytes: 2 })).toThrow(expect.objectContaining({ requiredBytes: 3 }));
  });
});
