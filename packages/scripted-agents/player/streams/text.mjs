// @ts-check

/**
 * The stream of a program that answers in plain text. It shows no thoughts or tools; failures go to stderr.
 *
 * @returns {import('../streams.mjs').VendorStream}
 */
export function createTextStream() {
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
