import { describe, expect, it } from 'vitest';
import { call, result, user } from './__fixtures__/histories.ts';
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

  it('accepts a content and a list of contents, as a request has them', () => {
    const contents = [user('One, '), { role: 'model', parts: [call('f')] }, user('two, ', 'three.'), { role: 'user' }];
    expect(requestText(contents)).toBe('One, two, three.');
    expect(requestText(contents[2]!)).toBe('two, three.');
  });

  it('accepts a string, a part, and a list of strings and parts', () => {
    expect(requestText(['Hi, ', { text: 'you' }, '.'])).toBe('Hi, you.');
    expect(requestText('Hi')).toBe('Hi');
    expect(requestText({ text: 'Hi' })).toBe('Hi');
    expect(requestText([])).toBe('');
    expect(requestText([call('f')])).toBe('');
  });
});
