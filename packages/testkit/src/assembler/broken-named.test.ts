import { describe, expect, it } from 'vitest';
import { BROKEN_NAMED } from '../__fixtures__/broken-named.ts';
import { collectFailures, WHOLE_SUITE_MS } from '../__fixtures__/collect-failures.ts';
import { testAssembler } from './test-assembler.ts';

describe('testAssembler reports only the real fault of an assembler that', () => {
  it.each(Object.entries(BROKEN_NAMED))('%s', { timeout: WHOLE_SUITE_MS }, async (_, [create, sentence]) => {
    const { failures } = await collectFailures((runner) => testAssembler(create, runner));
    expect(failures).not.toEqual([]);
    for (const { message } of failures) expect(message).toMatch(sentence);
    // One mistake that concerns every check is explained once.
    const [first, ...others] = failures.map(({ message }) => message);
    if (others.some((message) => message.startsWith('Not checked'))) {
      expect(first).not.toMatch(/^Not checked/);
      expect(new Set(others).size).toBe(1);
    }
  });
});
