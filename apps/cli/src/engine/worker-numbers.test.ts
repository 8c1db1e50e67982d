import { describe, expect, it } from 'vitest';
import { positiveNumber, readLimits } from './worker-numbers.ts';

describe('--limit', () => {
  it('takes an agent type, by any of its names, and a number', () => {
    expect(readLimits([])).toEqual({});
    expect(readLimits(['codex=2', 'claude=1'])).toEqual({ 'openai-codex': 2, 'claude-code': 1 });
  });

  it.each(['codex', '=2', 'codex=2=3', ''])('refuses %j', (limit) => {
    expect(() => readLimits([limit])).toThrow(
      `--limit takes an agent type and a number, such as codex=2, not ${limit}.`,
    );
  });

  it.each(['codex=', 'codex=0', 'codex=many'])('refuses the number in %j', (limit) => {
    expect(() => readLimits([limit])).toThrow(/^--limit takes a number above 0, not/);
  });
});

describe('a number', () => {
  it('is above 0', () => {
    expect(positiveNumber('--lease', '0.5')).toBe(0.5);
    for (const text of ['0', '-1', 'x', 'Infinity', '']) {
      expect(() => positiveNumber('--lease', text)).toThrow(`--lease takes a number above 0, not ${text}.`);
    }
  });
});
