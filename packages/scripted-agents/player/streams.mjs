// @ts-check
import { createClaudeStream } from './streams/claude.mjs';
import { createCodexStream } from './streams/codex.mjs';
import { createGeminiStream } from './streams/gemini.mjs';
import { createTextStream } from './streams/text.mjs';

/**
 * The turn that a stream describes.
 *
 * @typedef {object} Turn
 * @property {import('./command-line.mjs').CommandLine} commandLine
 * @property {import('./session.mjs').Session} session
 * @property {string} prompt
 * @property {import('../src/agent-script.ts').AgentScript} script
 */

/**
 * One vendor's stream format. Each method returns the lines of stdout for one thing that happens. `{ raw }` is text without
 * a line ending.
 *
 * @typedef {object} VendorStream
 * @property {() => Iterable<string>} start
 * @property {(parts: readonly string[]) => Iterable<string | { raw: string }>} text
 * @property {(text: string) => Iterable<string>} thinking
 * @property {(call: Extract<import('../src/agent-script.ts').Step, { type: 'tool-call' }>) => Iterable<string>} toolCall
 * @property {(id: string, output: string, isError: boolean) => Iterable<string>} toolResult
 * @property {(failure: { message: string, status?: number | undefined }) => Iterable<string>} fail
 * @property {(status: number | undefined) => number} failureExitCode
 * @property {() => Iterable<string>} end
 */

/** The output of each CLI's `--version`, for the version whose stream is played here. */
export const VERSION_LINES = {
  claude: '2.1.325 (Claude Code)',
  codex: 'codex-cli 0.166.0',
  gemini: '0.61.0',
  text: '',
};

/** What each CLI writes to stderr if it does not find the session to resume. */
export const LOST_SESSION_MESSAGES = {
  claude: 'No conversation found with session ID',
  codex: 'Error: thread/resume failed: no rollout found for thread id',
  gemini: 'Error resuming session: Invalid session identifier',
  text: 'There is no session',
};

const CREATE = {
  claude: createClaudeStream,
  codex: createCodexStream,
  gemini: createGeminiStream,
  text: createTextStream,
};

/**
 * @param {import('../src/agent-script.ts').Vendor} vendor
 * @param {Turn} turn
 * @returns {VendorStream}
 */
export function createStream(vendor, turn) {
  return CREATE[vendor](turn);
}
