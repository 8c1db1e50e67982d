// Lines in the formats of the three CLIs, with other text: deltas, whole messages, tool calls, tool results. The recorded
// streams are fixtures of @ctx/agent-runner. `text` is the part of the answer in a line.

/** Endless generators of `{ line, text }`. */
export const AGENT_LINES = { claude: claudeLines, codex: codexLines, gemini: geminiLines };

function* claudeLines(random, words) {
  const session = { session_id: 'f433605c-8633-4085-bca5-f0ae3a6e7a05', parent_tool_use_id: null };
  const usage = { input_tokens: 1234, cache_read_input_tokens: 1000, output_tokens: 1, service_tier: 'standard' };
  for (let number = 1; ; number++) {
    const id = `msg_${number}`;
    const uuid = `bbca9e73-170d-48ec-9581-${String(number).padStart(12, '0')}`;
    const event = (body) => ({
      line: JSON.stringify({ type: 'stream_event', event: body, ...session, uuid }),
      text: '',
    });
    const message = (content) => ({ id, type: 'message', role: 'assistant', content: [content], usage });
    yield event({ type: 'message_start', message: { ...message(undefined), content: [] } });
    yield event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });
    let whole = '';
    for (let count = 4 + random.below(20); count > 0; count--) {
      const text = words.take(8 + random.below(40));
      whole += text;
      yield { ...event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }), text };
    }
    // The whole text again. It was already delivered, so it is not part of the answer.
    yield {
      line: JSON.stringify({ type: 'assistant', message: message({ type: 'text', text: whole }), ...session, uuid }),
      text: '',
    };
    yield event({ type: 'content_block_stop', index: 0 });
    const input = { command: words.take(40), description: words.take(60) };
    const call = { type: 'tool_use', id: `toolu_${number}`, name: 'Bash', input };
    yield { line: JSON.stringify({ type: 'assistant', message: message(call), ...session, uuid }), text: '' };
    const result = {
      tool_use_id: call.id,
      type: 'tool_result',
      content: words.take(500 + random.below(6000)),
      is_error: false,
    };
    yield {
      line: JSON.stringify({ type: 'user', message: { role: 'user', content: [result] }, ...session, uuid }),
      text: '',
    };
  }
}

function* codexLines(random, words) {
  for (let number = 0; ; number++) {
    const id = `item_${number}`;
    const item = (type, body) => ({ line: JSON.stringify({ type, item: { id, ...body } }), text: '' });
    if (number % 2 === 0) {
      const text = words.take(100 + random.below(1500));
      yield { ...item('item.completed', { type: 'agent_message', text }), text };
      continue;
    }
    const command = { type: 'command_execution', command: words.take(60) };
    yield item('item.started', { ...command, aggregated_output: '', exit_code: null, status: 'in_progress' });
    const output = { aggregated_output: words.take(500 + random.below(6000)), exit_code: 0, status: 'completed' };
    yield item('item.completed', { ...command, ...output });
  }
}

function* geminiLines(random, words) {
  const timestamp = '2026-11-16T00:47:13.946Z';
  for (let number = 0; ; number++) {
    for (let count = 4 + random.below(20); count > 0; count--) {
      const text = words.take(8 + random.below(120));
      yield {
        line: JSON.stringify({ type: 'message', timestamp, role: 'assistant', content: text, delta: true }),
        text,
      };
    }
    const call = { timestamp, tool_id: `run_shell_command_${number}` };
    const parameters = { command: words.take(60), description: words.take(40) };
    yield { line: JSON.stringify({ type: 'tool_use', tool_name: 'run_shell_command', ...call, parameters }), text: '' };
    const output = words.take(500 + random.below(6000));
    yield { line: JSON.stringify({ type: 'tool_result', ...call, status: 'success', output }), text: '' };
  }
}

/** One line of `bytes` bytes: a very long tool result of Claude. */
export function longClaudeLine(words, bytes) {
  const line = (content) => {
    const result = { tool_use_id: 'toolu_1', type: 'tool_result', content, is_error: false };
    return JSON.stringify({ type: 'user', message: { role: 'user', content: [result] }, session_id: 'f433605c' });
  };
  // A newline in the text takes two bytes in JSON, so the text has none.
  const text = words.take(bytes - line('').length).replaceAll('\n', ' ');
  return line(text);
}
