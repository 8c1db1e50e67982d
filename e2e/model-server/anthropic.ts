import type { Answer, Block } from './answer.ts';
import type { EventScript, ServerEvent } from './sse.ts';

const named = (data: { type: string } & Record<string, unknown>): ServerEvent => ({ event: data.type, data });

/** Events of the Anthropic Messages API. */
export function anthropicEvents(answer: Answer, id: number, model: string): EventScript {
  const { input, cached, output } = answer.tokens ?? { input: 2254, cached: 1000, output: 56 };
  const usage = {
    input_tokens: input - cached - 20,
    cache_creation_input_tokens: 20,
    cache_read_input_tokens: cached,
    output_tokens: 1,
  };
  const message = { id: `msg_e2e${id}`, type: 'message', role: 'assistant', model, content: [] };
  const callsTool = answer.blocks.some((block) => block.type === 'tool-call');
  const delta = { stop_reason: callsTool ? 'tool_use' : 'end_turn', stop_sequence: null };
  return {
    content: [
      named({ type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null, usage } }),
      ...answer.blocks.flatMap((block, index) =>
        blockEvents(block, index, id, index === answer.blocks.length - 1, answer),
      ),
    ],
    end: [
      named({ type: 'message_delta', delta, usage: { ...usage, output_tokens: output } }),
      named({ type: 'message_stop' }),
    ],
  };
}

function blockEvents(block: Block, index: number, id: number, last: boolean, answer: Answer): ServerEvent[] {
  const [start, deltas] = contentOf(block, `toolu_e2e${id}x${index}`);
  const events = [
    named({ type: 'content_block_start', index, content_block: start }),
    ...deltas.map((delta) => ({ ...named({ type: 'content_block_delta', index, delta }), paced: true })),
  ];
  // An answer that does not complete stops inside its last block.
  const broken = last && answer.ending !== undefined && answer.ending !== 'complete';
  return broken ? events : [...events, named({ type: 'content_block_stop', index })];
}

function contentOf(block: Block, toolId: string): [Record<string, unknown>, Record<string, unknown>[]] {
  switch (block.type) {
    case 'text':
      return [{ type: 'text', text: '' }, block.parts.map((text) => ({ type: 'text_delta', text }))];
    case 'thinking':
      return [
        { type: 'thinking', thinking: '', signature: '' },
        [
          { type: 'thinking_delta', thinking: block.text },
          { type: 'signature_delta', signature: 'c2lnbmF0dXJl' },
        ],
      ];
    case 'tool-call':
      return [
        { type: 'tool_use', id: toolId, name: block.name, input: {} },
        [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }],
      ];
  }
}

const ERROR_TYPES: Readonly<Record<number, string>> = { 401: 'authentication_error', 429: 'rate_limit_error' };

export const anthropicError = (status: number) => ({
  type: 'error',
  error: { type: ERROR_TYPES[status] ?? 'api_error', message: `model server says ${status}` },
});
