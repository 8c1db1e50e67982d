import { describe, expect, it } from 'vitest';
import { plainValue } from './plain-value.ts';

describe('the value of a flag', () => {
  it('must not be empty or look like a flag', () => {
    expect(plainValue('model', 'opus-')).toBe('opus-');
    for (const value of ['', '-x', '--x']) {
      const message = `model must not be empty or begin with "-": ${JSON.stringify(value)}`;
      expect(() => plainValue('model', value)).toThrow(new TypeError(message));
    }
  });
});
