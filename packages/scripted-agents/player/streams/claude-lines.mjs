// @ts-check
import { randomUUID } from 'node:crypto';
import { reportedUsage } from './usage.mjs';

/**
 * Formats the lines of Claude's stream. `createClaudeStream` decides which lines are sent, and when.
 *
 * @param {import('../streams.mjs').Turn} turn
 */
export function createClaudeLines(turn) {
  const { commandLine, script, session, prompt } = turn;
  const model = commandLine.model ?? script.model ?? 'claude-opus-5-5';
  const startedAt = Date.now();

  /** @param {string} type @param {Record<string, unknown>} rest */
  const event = (type, rest) => JSON.stringify({ type, ...rest, session_id: session.id, uuid: randomUUID() });
  const messageFields = () => ({ parent_tool_use_id: null, timestamp: new Date().toISOString() });
  /** @param {{ input: number, cached: number }} counts @param {number} output */
  const tokens = ({ input, cached }, output) => ({
    input_tokens: input - cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
    output_tokens: output,
  });

  return {
    event,
    init: () =>
      event('system', {
        subtype: 'init',
        cwd: process.cwd(),
        tools: ['Bash', 'Edit', 'Read', 'Write'],
        mcp_servers: [],
        model,
        permissionMode: 'default',
        slash_commands: [],
        apiKeySource: 'none',
        claude_code_version: '2.1.325',
      }),
    /** A message without its content. @param {number} number @param {string} wholeAnswer */
    message: (number, wholeAnswer) => ({
      id: `msg_scripted${String(number).padStart(4, '0')}`,
      type: 'message',
      role: 'assistant',
      model,
      usage: { ...tokens(reportedUsage(turn, wholeAnswer), 1), service_tier: 'standard' },
    }),
    /** @param {Record<string, unknown>} message @param {Record<string, unknown>} block */
    assistant: (message, block) =>
      event('assistant', {
        message: { ...message, content: [block], stop_reason: null, stop_sequence: null },
        ...messageFields(),
        request_id: 'req_scripted',
      }),
    /** @param {string} id @param {string} output @param {boolean} isError */
    toolResult: (id, output, isError) => {
      const content = [{ tool_use_id: id, type: 'tool_result', content: output, is_error: isError }];
      return event('user', { message: { role: 'user', content }, ...messageFields() });
    },
    /** A message of the CLI itself, such as an API error. @param {string} text @param {number | undefined} status */
    synthetic: (text, status) => {
      const message = { id: randomUUID(), type: 'message', role: 'assistant', model: '<synthetic>' };
      const stop = { stop_reason: 'stop_sequence', stop_sequence: '' };
      return event('assistant', {
        message: { ...message, content: [{ type: 'text', text }], ...stop },
        ...messageFields(),
        is_api_error_message: true,
        api_error_status: status,
      });
    },
    /** @param {Record<string, unknown>} outcome @param {string} wholeAnswer */
    result: (outcome, wholeAnswer) => {
      const counts = reportedUsage(turn, wholeAnswer);
      return event('result', {
        duration_api_ms: Date.now() - startedAt,
        // The CLI reports the cost of the whole session, but the tokens of this turn alone.
        total_cost_usd: session.add(prompt, counts).costUsd,
        usage: tokens(counts, counts.output),
        permission_denials: [],
        subtype: 'success',
        duration_ms: Date.now() - startedAt,
        ...outcome,
      });
    },
  };
}
