import { describe, expect, it } from 'vitest';
import { BROKEN_NAMED } from '../__fixtures__/broken-named.ts';
import { collectFailures } from '../__fixtures__/collect-failures.ts';
import { testAssembler } from './test-assembler.ts';

describe('testAssembler reports only the real fault of an assembler that', () => {
  it.each(Object.entries(BROKEN_NAMED))('%s', async (_, [create, sentence]) => {
    const { failures } = await collectFailures((runner) => testAssembler(create, runner));
    expect(failures).not.toEqual([]);
    for (const { message } of failures) expect(message).toMatch(sentence);
  });
});
