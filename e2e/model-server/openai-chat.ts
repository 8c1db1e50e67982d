import type { Answer, Block } from './answer.ts';
import type { EventScript, ServerEvent } from './sse.ts';

const USAGE = {
  prompt_tokens: 1234,
  prompt_tokens_details: { cached_tokens: 1000 },
  completion_tokens: 56,
  completion_tokens_details: { reasoning_tokens: 7 },
  total_tokens: 1290,
};

/** Chunks of OpenAI's chat completions. Many other servers use this format too. */
export function chatEvents(answer: Answer, id: number, model: string): EventScript {
  const chunk = (choices: readonly unknown[], more: object = {}): ServerEvent => ({
    data: { id: `chatcmpl-e2e${id}`, object: 'chat.completion.chunk', created: 1, model, choices, ...more },
  });
  const callsTool = answer.blocks.some((block) => block.type === 'tool-call');
  const finish_reason = callsTool ? 'tool_calls' : 'stop';
  return {
    content: [
      chunk([choice({ role: 'assistant', content: '' })]),
      ...answer.blocks
        .flatMap((block, index) => deltasOf(block, index, `call_${id}x${index}`))
        .map((delta) => ({ ...chunk([choice(delta)]), paced: true })),
    ],
    end: [chunk([{ ...choice({}), finish_reason }]), chunk([], { usage: USAGE }), { data: '[DONE]' }],
  };
}

const choice = (delta: object) => ({ index: 0, delta, finish_reason: null });

function deltasOf(block: Block, index: number, toolId: string): object[] {
  switch (block.type) {
    case 'text':
      return block.parts.map((content) => ({ content }));
    case 'thinking':
      return [{ reasoning_content: block.text }];
    case 'tool-call': {
      const call = { name: block.name, arguments: JSON.stringify(block.input) };
      return [{ tool_calls: [{ index, id: toolId, type: 'function', function: call }] }];
    }
  }
}
