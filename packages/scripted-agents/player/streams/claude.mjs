// @ts-check
import { createClaudeLines } from './claude-lines.mjs';
import { createPartialMessage } from './claude-partial.mjs';

/**
 * The stream of `claude --print --output-format stream-json --verbose`. With `--include-partial-messages` it sends each
 * text as deltas first and then as a whole, like the real CLI.
 *
 * @param {import('../streams.mjs').Turn} turn
 * @returns {import('../streams.mjs').VendorStream}
 */
export function createClaudeStream(turn) {
  const lines = createClaudeLines(turn);
  const partial = createPartialMessage(turn.commandLine.partialMessages, lines.event);
  let messages = 0;
  let calls = 0;
  let answer = '';
  let wholeAnswer = '';
  let turns = 1;

  /** @param {Record<string, unknown>} block @param {readonly Record<string, unknown>[]} deltas */
  function* blockLines(block, deltas) {
    const message = lines.message(messages, wholeAnswer);
    yield* partial.open({ ...message, content: [] }, block, deltas);
    yield lines.assistant(message, block);
    yield* partial.close();
  }

  function* endMessage() {
    yield* partial.stop();
    messages++;
  }

  return {
    start: () => [lines.init()],
    *text(parts) {
      const text = parts.join('');
      answer += text;
      wholeAnswer += text;
      yield* blockLines(
        { type: 'text', text },
        parts.map((part) => ({ type: 'text_delta', text: part })),
      );
    },
    *thinking(thinking) {
      const signature = 'c2NyaXB0ZWQ=';
      yield* blockLines({ type: 'thinking', thinking, signature }, [
        { type: 'thinking_delta', thinking },
        { type: 'signature_delta', signature },
      ]);
    },
    *toolCall({ id, name, input, output, isError }) {
      const toolId = id ?? `toolu_scripted${String(calls).padStart(4, '0')}`;
      calls++;
      yield* blockLines({ type: 'tool_use', id: toolId, name, input }, [
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
      yield lines.synthetic(message, status);
      const outcome = { is_error: true, result: message, api_error_status: status, num_turns: turns };
      yield lines.result({ ...outcome, stop_reason: 'stop_sequence', terminal_reason: 'api_error' }, wholeAnswer);
    },
    failureExitCode: () => 1,
    *end() {
      yield* endMessage();
      const outcome = { is_error: false, result: answer, num_turns: turns };
      yield lines.result({ ...outcome, stop_reason: 'end_turn', terminal_reason: 'completed' }, wholeAnswer);
    },
  };
}
