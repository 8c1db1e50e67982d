import type { Answer, Block } from './answer.ts';
import type { EventScript, ServerEvent } from './sse.ts';

const named = (data: { type: string } & Record<string, unknown>): ServerEvent => ({ event: data.type, data });

/** Events of the OpenAI Responses API. */
export function openaiEvents(answer: Answer, id: number, model: string): EventScript {
  const response = { id: `resp_e2e${id}`, object: 'response', model };
  const complete = answer.ending === undefined || answer.ending === 'complete';
  const items = answer.blocks.map((block, index) => ({ block, index, item: itemOf(block, `${id}x${index}`) }));
  const { input, cached, output } = answer.tokens ?? { input: 1234, cached: 1000, output: 56 };
  const usage = {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 7 },
    total_tokens: input + output,
  };
  return {
    content: [
      named({ type: 'response.created', response: { ...response, status: 'in_progress' } }),
      ...items.flatMap(({ block, index, item }) => [
        named({ type: 'response.output_item.added', output_index: index, item: { ...item, status: 'in_progress' } }),
        ...deltasOf(block, index, String(item['id'])),
        ...(complete ? [named({ type: 'response.output_item.done', output_index: index, item })] : []),
      ]),
    ],
    end: [
      named({
        type: 'response.completed',
        response: { ...response, status: 'completed', output: items.map(({ item }) => item), usage },
      }),
    ],
  };
}

function itemOf(block: Block, id: string): Record<string, unknown> {
  switch (block.type) {
    case 'text': {
      const content = [{ type: 'output_text', text: block.parts.join(''), annotations: [] }];
      return { id: `msg_${id}`, type: 'message', role: 'assistant', status: 'completed', content };
    }
    case 'thinking':
      return { id: `rs_${id}`, type: 'reasoning', summary: [{ type: 'summary_text', text: block.text }] };
    case 'tool-call':
      return block.name === 'apply_patch'
        ? {
            id: `ct_${id}`,
            type: 'custom_tool_call',
            call_id: `call_${id}`,
            name: block.name,
            input: block.input['patch'],
          }
        : {
            id: `fc_${id}`,
            type: 'function_call',
            call_id: `call_${id}`,
            name: block.name,
            arguments: JSON.stringify(block.input),
            status: 'completed',
          };
  }
}

function deltasOf(block: Block, index: number, itemId: string): ServerEvent[] {
  if (block.type !== 'text') return [];
  const place = { item_id: itemId, output_index: index, content_index: 0 };
  return block.parts.map((delta) => ({
    ...named({ type: 'response.output_text.delta', ...place, delta }),
    paced: true,
  }));
}

export const openaiError = (status: number) => ({
  error: { message: `model server says ${status}`, type: status === 401 ? 'invalid_request_error' : 'server_error' },
});
