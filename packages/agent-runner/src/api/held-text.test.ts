import { describe, expect, it } from 'vitest';
import { createHeldText } from './held-text.ts';

describe('text that is held back', () => {
  it('shows words and inline code at once, and holds from a brace or a fence on', () => {
    const held = createHeldText();
    expect(['use `a` ', 'or `', '`b`', '` {', ' not }'].map((text) => held.push(text))).toEqual([
      'use `a`',
      ' or',
      ' ``b',
      '``',
      '',
    ]);
    expect(held.take()).toBe(' { not }');
    expect(held.push('again')).toBe('again');
  });

  it('sees a fence that comes in pieces', () => {
    const held = createHeldText();
    expect(['a `', '`', '`json'].map((text) => held.push(text)).join('')).toBe('a');
    expect(held.take()).toBe(' ```json');
  });
});
