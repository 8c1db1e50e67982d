// @ts-check

/**
 * A program that answers in plain text: thoughts and tools stay inside, failures go to stderr.
 *
 * @returns {import('../voices.mjs').Voice}
 */
export function createTextVoice() {
  return {
    start: () => [],
    text: (parts) => parts.map((raw) => ({ raw })),
    thinking: () => [],
    toolCall: () => [],
    toolResult: () => [],
    fail: ({ message }) => {
      process.stderr.write(`${message}\n`);
      return [];
    },
    failureExitCode: () => 1,
    end: () => [''],
  };
}
