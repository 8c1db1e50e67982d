// @ts-check
import { createClaudeVoice } from './voices/claude.mjs';
import { createCodexVoice } from './voices/codex.mjs';
import { createGeminiVoice } from './voices/gemini.mjs';
import { createTextVoice } from './voices/text.mjs';

/**
 * What a stream needs to know of its turn.
 *
 * @typedef {object} Turn
 * @property {import('./command-line.mjs').CommandLine} commandLine
 * @property {import('./session.mjs').Session} session
 * @property {string} prompt
 * @property {import('../src/agent-script.ts').AgentScript} script
 */

/**
 * One vendor's way to put things: each method gives the lines of stdout for one thing that happens. `{ raw }` is
 * text without a line ending.
 *
 * @typedef {object} Voice
 * @property {() => Iterable<string>} start
 * @property {(parts: readonly string[]) => Iterable<string | { raw: string }>} text
 * @property {(text: string) => Iterable<string>} thinking
 * @property {(call: Extract<import('../src/agent-script.ts').Step, { type: 'tool-call' }>) => Iterable<string>} toolCall
 * @property {(id: string, output: string, isError: boolean) => Iterable<string>} toolResult
 * @property {(failure: { message: string, status?: number | undefined }) => Iterable<string>} fail
 * @property {(status: number | undefined) => number} failureExitCode
 * @property {() => Iterable<string>} end
 */

/** What each CLI prints for `--version`, at the versions whose streams are spoken here. */
export const VERSION_LINES = {
  claude: '2.1.325 (Claude Code)',
  codex: 'codex-cli 0.166.0',
  gemini: '0.61.0',
  text: '',
};

/** What each CLI says on stderr of a session that it does not find. */
export const LOST_WORDS = {
  claude: 'No conversation found with session ID',
  codex: 'Error: thread/resume failed: no rollout found for thread id',
  gemini: 'Error resuming session: Invalid session identifier',
  text: 'There is no session',
};

const CREATE = {
  claude: createClaudeVoice,
  codex: createCodexVoice,
  gemini: createGeminiVoice,
  text: createTextVoice,
};

/**
 * @param {import('../src/agent-script.ts').Vendor} vendor
 * @param {Turn} turn
 * @returns {Voice}
 */
export function createVoice(vendor, turn) {
  return CREATE[vendor](turn);
}
