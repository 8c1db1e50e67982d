import { describe, expect, it } from 'vitest';
import { HeldText } from './held-text.ts';

describe('HeldText', () => {
  it('shows words and inline code at once, and holds from a brace or a fence on', () => {
    const held = new HeldText();
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
    const held = new HeldText();
    expect(['a `', '`', '`json'].map((text) => held.push(text)).join('')).toBe('a');
    expect(held.take()).toBe(' ```json');
  });
});
