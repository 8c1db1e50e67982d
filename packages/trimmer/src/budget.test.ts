import type { Layout, TokenCounter } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { requireByteCount, requireNumber, requireTokenBudget } from './budget.ts';
import { renderLayout } from './render-layout.ts';

const LAYOUT: Layout = { blocks: [{ name: 'message', shrink: 'end', text: 'hello' }] };
const tokenCounter: TokenCounter = { id: 'toy', exact: true, count: (text) => text.length };

describe('a budget', () => {
  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])(
    'of %d is refused, and the error says which budget it is',
    (number) => {
      const inBytes = `maxBytes must be a finite number ≥ 0, got ${number}`;
      const inTokens = `maxTokens must be a finite number ≥ 0, got ${number}`;
      expect(() => requireByteCount(number)).toThrow(new RangeError(inBytes));
      expect(() => renderLayout(LAYOUT, { maxBytes: number })).toThrow(new RangeError(inBytes));
      expect(() => requireTokenBudget({ maxTokens: number, tokenCounter })).toThrow(new RangeError(inTokens));
      expect(() => renderLayout(LAYOUT, { maxBytes: 9, maxTokens: number, tokenCounter })).toThrow(
        new RangeError(inTokens),
      );
    },
  );

  it('in tokens needs a token counter', () => {
    const mistake = new TypeError('maxTokens needs a tokenCounter');
    expect(() => requireTokenBudget({ maxTokens: 5 })).toThrow(mistake);
    expect(() => renderLayout(LAYOUT, { maxBytes: 9, maxTokens: 5 })).toThrow(mistake);
  });

  it('may be 0, and in tokens may be missing', () => {
    expect(requireByteCount(0)).toBe(0);
    expect(() => requireTokenBudget({ maxTokens: 0, tokenCounter })).not.toThrow();
    expect(() => requireTokenBudget({ tokenCounter })).not.toThrow();
    expect(renderLayout({ blocks: [] }, { maxBytes: 0 }).prompt).toBe('');
  });
});

describe('a number option', () => {
  it('may be infinite unless a finite number is asked for', () => {
    expect(requireNumber('size', Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
    expect(() => requireNumber('size', Number.POSITIVE_INFINITY, 'finite number')).toThrow(
      new RangeError('size must be a finite number ≥ 0, got Infinity'),
    );
  });

  it.each([-1, Number.NaN, '5', null])('is refused if it is %j', (value) => {
    expect(() => requireNumber('size', value as number)).toThrow(
      new RangeError(`size must be a number ≥ 0, got ${value}`),
    );
  });
});
