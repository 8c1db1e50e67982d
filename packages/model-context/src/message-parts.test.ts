import { describe, expect, it } from 'vitest';
import { call, result } from './__fixtures__/histories.ts';
import { requestText } from './message-parts.ts';

describe('requestText', () => {
  it('returns the text without thoughts, calls, results and media', () => {
    const image = { inlineData: { data: 'AAAA', mimeType: 'image/png' } };
    const parts = [
      { text: 'Look: ' },
      image,
      call('f'),
      result('f'),
      { text: 'hm', thought: true },
      { text: 'a cat.' },
    ];
    expect(requestText(parts)).toBe('Look: a cat.');
  });

  it('accepts a string, a part and a list of parts', () => {
    expect(requestText('Hi')).toBe('Hi');
    expect(requestText({ text: 'Hi' })).toBe('Hi');
    expect(requestText([])).toBe('');
    expect(requestText([call('f')])).toBe('');
  });
});
