import { describe, expect, it } from 'vitest';
import { createHeldText } from './held-text.ts';

describe('held-back text', () => {
  it('shows text and inline code immediately, and holds back from a brace or a code fence on', () => {
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

  it('recognises a code fence that is split between pieces', () => {
    const held = createHeldText();
    expect(['a `', '`', '`json'].map((text) => held.push(text)).join('')).toBe('a');
    expect(held.take()).toBe(' ```json');
  });
});
