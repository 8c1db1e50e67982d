// @ts-check
import { randomUUID } from 'node:crypto';
import { reportedUsage } from './usage.mjs';

/**
 * The lines of Claude's stream, each with all the fields the real one has.
 *
 * @param {import('../voices.mjs').Turn} turn
 * @param {{ session: string, model: string }} identity
 */
export function createClaudeLines(turn, { session, model }) {
  const startedAt = Date.now();

  /** @param {string} type @param {Record<string, unknown>} rest */
  const event = (type, rest) => JSON.stringify({ type, ...rest, session_id: session, uuid: randomUUID() });

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

    /** @param {Record<string, unknown>} message */
    assistant: (message) =>
      event('assistant', {
        message,
        parent_tool_use_id: null,
        timestamp: new Date().toISOString(),
        request_id: 'req_scripted',
      }),

    /** @param {string} id @param {string} output @param {boolean} isError */
    toolResult: (id, output, isError) =>
      event('user', {
        message: {
          role: 'user',
          content: [{ tool_use_id: id, type: 'tool_result', content: output, is_error: isError }],
        },
        parent_tool_use_id: null,
        timestamp: new Date().toISOString(),
      }),

    /** @param {string} message @param {number | undefined} status */
    apiError: (message, status) =>
      event('assistant', {
        message: {
          id: randomUUID(),
          type: 'message',
          role: 'assistant',
          model: '<synthetic>',
          content: [{ type: 'text', text: message }],
          stop_reason: 'stop_sequence',
          stop_sequence: '',
        },
        parent_tool_use_id: null,
        timestamp: new Date().toISOString(),
        is_api_error_message: true,
        api_error_status: status,
      }),

    /** @param {string} answer all that was said @param {Record<string, unknown>} outcome */
    result(answer, outcome) {
      const { input, cached, output, costUsd } = reportedUsage(turn, answer);
      return event('result', {
        duration_api_ms: Date.now() - startedAt,
        total_cost_usd: costUsd,
        usage: {
          input_tokens: input - cached,
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: cached,
          output_tokens: output,
        },
        permission_denials: [],
        subtype: 'success',
        duration_ms: Date.now() - startedAt,
        ...outcome,
      });
    },
  };
}
