// @ts-check
import { reportedUsage } from './usage.mjs';

/**
 * The stream of `codex exec --json`. It has whole items and no text deltas.
 *
 * @param {import('../streams.mjs').Turn} turn
 * @returns {import('../streams.mjs').VendorStream}
 */
export function createCodexStream(turn) {
  let items = 0;
  let answer = '';
  /** @type {Map<string, Record<string, unknown>>} */
  const open = new Map();

  /** @param {Record<string, unknown>} item */
  const completed = (item) => JSON.stringify({ type: 'item.completed', item });
  const nextId = () => `item_${items++}`;

  return {
    start: () => [
      JSON.stringify({ type: 'thread.started', thread_id: turn.session.id }),
      JSON.stringify({ type: 'turn.started' }),
    ],
    text(parts) {
      const text = parts.join('');
      answer += text;
      return [completed({ id: nextId(), type: 'agent_message', text })];
    },
    thinking: (text) => [completed({ id: nextId(), type: 'reasoning', text })],
    *toolCall({ id, name, input, output, isError }) {
      const item = toolItem(nextId(), name, input);
      open.set(id ?? item.id, item);
      yield JSON.stringify({ type: 'item.started', item });
      if (output !== undefined) yield* this.toolResult(id ?? item.id, output, isError ?? false);
    },
    toolResult(id, output, isError) {
      const item = open.get(id) ?? toolItem(nextId(), id, {});
      open.delete(id);
      return [completed(isCommand(item) ? commandResult(item, output, isError) : toolResult(item, output, isError))];
    },
    fail: ({ message }) => [
      JSON.stringify({ type: 'error', message }),
      JSON.stringify({ type: 'turn.failed', error: { message } }),
    ],
    failureExitCode: () => 1,
    end() {
      const { input, cached, output, reasoning } = turn.session.add(turn.prompt, reportedUsage(turn, answer));
      const usage = {
        input_tokens: input,
        cached_input_tokens: cached,
        cache_write_input_tokens: 0,
        output_tokens: output,
        reasoning_output_tokens: reasoning,
      };
      return [JSON.stringify({ type: 'turn.completed', usage })];
    },
  };
}

/** @param {string} id @param {string} name @param {any} input */
function toolItem(id, name, input) {
  if (Array.isArray(input?.changes)) return { id, type: 'file_change', changes: input.changes, status: 'in_progress' };
  if (typeof input?.command === 'string') {
    const command = `/bin/bash -lc '${input.command}'`;
    return { id, type: 'command_execution', command, aggregated_output: '', exit_code: null, status: 'in_progress' };
  }
  return {
    id,
    type: 'mcp_tool_call',
    server: 'scripted',
    tool: name,
    arguments: input,
    result: null,
    error: null,
    status: 'in_progress',
  };
}

/** @param {Record<string, unknown>} item */
const isCommand = (item) => item['type'] === 'command_execution';

/** @param {Record<string, unknown>} item @param {string} output @param {boolean} isError */
const commandResult = (item, output, isError) => ({
  ...item,
  aggregated_output: output,
  exit_code: isError ? 1 : 0,
  status: isError ? 'failed' : 'completed',
});

/** @param {Record<string, unknown>} item @param {string} output @param {boolean} isError */
const toolResult = (item, output, isError) => ({
  ...item,
  ...(item['type'] === 'file_change' ? {} : callResult(output, isError)),
  status: isError ? 'failed' : 'completed',
});

/** @param {string} output @param {boolean} isError */
const callResult = (output, isError) => ({
  result: isError ? null : { content: [{ type: 'text', text: output }], structured_content: null },
  error: isError ? { message: output } : null,
});
