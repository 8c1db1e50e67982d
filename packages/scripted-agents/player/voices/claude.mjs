// @ts-check
import { randomUUID } from 'node:crypto';
import { createClaudeLines } from './claude-lines.mjs';
import { createPartialMessage } from './claude-partial.mjs';
import { reportedUsage } from './usage.mjs';

/**
 * The stream of `claude --print --output-format stream-json --verbose`. With `--include-partial-messages` the same text
 * comes in bits first and whole afterwards, as the real one does.
 *
 * @param {import('../voices.mjs').Turn} turn
 * @returns {import('../voices.mjs').Voice}
 */
export function createClaudeVoice(turn) {
  const { commandLine, script } = turn;
  const session = commandLine.sessionId ?? script.sessionId ?? randomUUID();
  const model = commandLine.model ?? script.model ?? 'claude-opus-5-5';
  const lines = createClaudeLines(turn, { session, model });
  const partial = createPartialMessage(commandLine.partialMessages, lines.event);
  let messages = 0;
  let calls = 0;
  let answer = '';
  let wholeAnswer = '';
  let turns = 1;

  const messageId = () => `msg_scripted${String(messages).padStart(4, '0')}`;
  const usage = () => {
    const { input, cached } = reportedUsage(turn, wholeAnswer);
    return {
      input_tokens: input - cached,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: cached,
      output_tokens: 1,
      service_tier: 'standard',
    };
  };
  const head = () => ({ id: messageId(), type: 'message', role: 'assistant', model });

  /** @param {Record<string, unknown>} block @param {readonly Record<string, unknown>[]} deltas */
  function* block(block, deltas) {
    yield* partial.open({ ...head(), content: [], usage: usage() }, block, deltas);
    yield lines.assistant({ ...head(), content: [block], stop_reason: null, stop_sequence: null, usage: usage() });
    yield* partial.close();
  }

  function* endMessage() {
    yield* partial.stop();
    messages++;
  }

  /** @param {Record<string, unknown>} outcome */
  const result = (outcome) => lines.result(wholeAnswer, { num_turns: turns, ...outcome });

  return {
    start: () => [lines.init()],
    *text(parts) {
      const text = parts.join('');
      answer += text;
      wholeAnswer += text;
      yield* block(
        { type: 'text', text },
        parts.map((part) => ({ type: 'text_delta', text: part })),
      );
    },
    *thinking(thinking) {
      const signature = 'c2NyaXB0ZWQ=';
      yield* block({ type: 'thinking', thinking, signature }, [
        { type: 'thinking_delta', thinking },
        { type: 'signature_delta', signature },
      ]);
    },
    *toolCall({ id, name, input, output, isError }) {
      const toolId = id ?? `toolu_scripted${String(calls).padStart(4, '0')}`;
      calls++;
      yield* block({ type: 'tool_use', id: toolId, name, input }, [
        { type: 'input_json_delta', partial_json: JSON.stringify(input) },
      ]);
      if (output !== undefined) yield* this.toolResult(toolId, output, isError ?? false);
    },
    *toolResult(id, output, isError) {
      yield* endMessage();
      answer = '';
      turns++;
      yield lines.toolResult(id, output, isError);
    },
    *fail({ message, status }) {
      yield lines.apiError(message, status);
      const outcome = { is_error: true, result: message, api_error_status: status };
      yield result({ ...outcome, stop_reason: 'stop_sequence', terminal_reason: 'api_error' });
    },
    failureExitCode: () => 1,
    *end() {
      yield* endMessage();
      yield result({ is_error: false, result: answer, stop_reason: 'end_turn', terminal_reason: 'completed' });
    },
  };
}
