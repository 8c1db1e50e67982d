import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testAssembler } from '../assembler/test-assembler.ts';
import type { TestRunner } from '../test-runner.ts';
import type { BrokenAssemblers } from './broken-assembler.ts';
import { collectFailures, WHOLE_SUITE_MS } from './collect-failures.ts';

/**
 * Registers a test for each broken assembler: the checks of these groups must catch it, and say in one line what is
 * wrong and what to do about it.
 */
export function expectCaught(assemblers: BrokenAssemblers, groups: RegExp): void {
  // Some of the broken assemblers print. That must not show in the report of these tests.
  beforeEach(() => {
    vi.spyOn(console, 'log').mockReturnValue();
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  describe('testAssembler catches an assembler that', () => {
    it.each(Object.entries(assemblers))(
      '%s',
      { timeout: WHOLE_SUITE_MS },
      async (_, [create, expected, readPrompt]) => {
        const register = (runner: TestRunner) => testAssembler(create, { ...runner, readPrompt });
        const { failures } = await collectFailures(register, expected, groups);
        const messages = failures.map(({ message }) => message);
        expect(messages.join('\n')).toMatch(expected);
        for (const message of messages) {
          expect(message).toMatch(/^[^\n]+\. [A-Z][^\n]+\.$/);
          expect(message.length).toBeLessThan(400);
        }
      },
    );
  });
}
