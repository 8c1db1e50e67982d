// @ts-check
import { reportedUsage } from './usage.mjs';

/**
 * The stream of `gemini --output-format stream-json`. It starts with the user's prompt and contains no thoughts.
 *
 * @param {import('../streams.mjs').Turn} turn
 * @returns {import('../streams.mjs').VendorStream}
 */
export function createGeminiStream(turn) {
  const { commandLine, script, session, prompt } = turn;
  const model = commandLine.model ?? script.model ?? 'gemini-2.5-flash';
  const startedAt = Date.now();
  let calls = 0;
  let answer = '';

  /** @param {string} type @param {Record<string, unknown>} rest */
  const event = (type, rest) => JSON.stringify({ type, timestamp: new Date().toISOString(), ...rest });

  /** @param {string} status @param {Record<string, unknown>} [rest] */
  function result(status, rest = {}) {
    const { input, cached, output } = reportedUsage(turn, answer);
    const tokens = {
      total_tokens: input + output,
      input_tokens: input,
      output_tokens: output,
      cached,
      input: input - cached,
    };
    const stats = {
      ...tokens,
      duration_ms: Date.now() - startedAt,
      tool_calls: calls,
      models: { [model]: tokens },
    };
    return event('result', { status, ...rest, stats });
  }

  return {
    start: () => [
      event('init', { session_id: session.id, model }),
      event('message', { role: 'user', content: prompt }),
    ],
    *text(parts) {
      for (const content of parts) {
        answer += content;
        yield event('message', { role: 'assistant', content, delta: true });
      }
    },
    thinking: () => [],
    *toolCall({ id, name, input, output, isError }) {
      const toolId = id ?? `${name}__${name}_${startedAt}_${calls}`;
      calls++;
      yield event('tool_use', { tool_name: name, tool_id: toolId, parameters: input });
      if (output !== undefined) yield* this.toolResult(toolId, output, isError ?? false);
    },
    toolResult(id, output, isError) {
      const outcome = isError
        ? { status: 'error', output, error: { type: 'execution_failed', message: output } }
        : { status: 'success', output };
      return [event('tool_result', { tool_id: id, ...outcome })];
    },
    fail: ({ message }) => [result('error', { error: { type: 'unknown', message } })],
    // The CLI passes the HTTP status to exit(), and the system keeps only its lowest byte.
    failureExitCode: (status = 1) => status % 256,
    end: () => [result('success')],
  };
}
