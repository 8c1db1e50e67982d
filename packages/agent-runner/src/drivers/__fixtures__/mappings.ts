import type { JsonlMapping } from '../command/output-mapping.ts';

/** Qwen Code, `qwen --output-format stream-json`. It exits with 0 and no error flag when the service refuses. */
export const qwenMapping: JsonlMapping = {
  format: 'jsonl',
  text: { where: { type: 'assistant' }, path: 'message.content.*.text' },
  end: { where: { type: 'result' }, ok: { is_error: false } },
  error: { path: 'result', startsWith: '[API Error' },
  session: { where: { type: 'system' }, path: 'session_id' },
  tools: {
    call: {
      where: { type: 'assistant', 'message.content.0.type': 'tool_use' },
      id: 'message.content.0.id',
      name: 'message.content.0.name',
      input: 'message.content.0.input',
    },
    result: {
      where: { type: 'user', 'message.content.0.type': 'tool_result' },
      id: 'message.content.0.tool_use_id',
      output: 'message.content.0.content',
      error: { 'message.content.0.is_error': true },
    },
  },
  usage: {
    where: { type: 'result' },
    inputTokens: 'usage.input_tokens',
    cachedInputTokens: 'usage.cache_read_input_tokens',
    outputTokens: 'usage.output_tokens',
  },
};

/** opencode, `opencode run --format json`. It has no end event: the exit code decides. */
export const opencodeMapping: JsonlMapping = {
  format: 'jsonl',
  text: { where: { type: 'text' }, path: 'part.text' },
  error: { where: { type: 'error' }, path: 'error.data.responseBody' },
  session: { path: 'sessionID' },
  tools: {
    call: { where: { type: 'tool_use' }, id: 'part.callID', name: 'part.tool', input: 'part.state.input' },
    result: { where: { type: 'tool_use' }, id: 'part.callID', output: 'part.state.output', error: { 'part.state.status': 'error' } },
  },
};

/** GitHub Copilot CLI, `copilot --output-format json`. */
export const copilotMapping: JsonlMapping = {
  format: 'jsonl',
  text: { where: { type: 'assistant.message' }, path: 'data.content' },
  delta: { where: { type: 'assistant.message_delta' }, path: 'data.deltaContent' },
  end: { where: { type: 'result' }, ok: { exitCode: 0 } },
  error: { where: { type: 'session.error' }, path: 'data.message' },
  session: { where: { type: 'result' }, path: 'sessionId' },
  tools: {
    call: { where: { type: 'tool.execution_start' }, id: 'data.toolCallId', name: 'data.toolName', input: 'data.arguments' },
    result: { where: { type: 'tool.execution_complete' }, id: 'data.toolCallId', output: 'data.result.content', error: { 'data.success': false } },
  },
};
