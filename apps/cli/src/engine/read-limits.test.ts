import { describe, expect, it } from 'vitest';
import { readLimits } from './read-limits.ts';

describe('--limit', () => {
  it('takes an agent type, by any of its names, and a number', () => {
    expect(readLimits([])).toEqual({});
    expect(readLimits(['codex=2', 'claude=1'])).toEqual({ 'openai-codex': 2, 'claude-code': 1 });
  });

  it.each(['codex', '=2', 'codex=2=3', '', 'codex=', 'codex=0', 'codex=-1', 'codex=many', 'codex=Infinity'])(
    'refuses %j',
    (limit) => {
      expect(() => readLimits([limit])).toThrow(
        `--limit takes an agent type and a number above 0, such as codex=2, not ${limit}.`,
      );
    },
  );
});
