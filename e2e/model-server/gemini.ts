import type { Answer, Block } from './answer.ts';
import type { EventScript } from './sse.ts';

function usageOf({ tokens: { input, cached, output } = { input: 1234, cached: 1000, output: 56 } }: Answer) {
  return {
    promptTokenCount: input,
    candidatesTokenCount: output - 7,
    thoughtsTokenCount: 7,
    cachedContentTokenCount: cached,
    totalTokenCount: input + output,
  };
}

/** Chunks of Gemini's streamGenerateContent. */
export function geminiEvents(answer: Answer): EventScript {
  return {
    content: answer.blocks.flatMap(partsOf).map((part) => ({ data: chunk([part]), paced: true })),
    end: [{ data: { ...chunk([{ text: '' }], 'STOP'), usageMetadata: usageOf(answer) } }],
  };
}

/** The whole answer at once, for generateContent. */
export const geminiWhole = (answer: Answer) => ({
  ...chunk(answer.blocks.flatMap(partsOf), 'STOP'),
  usageMetadata: usageOf(answer),
});

function chunk(parts: readonly unknown[], finishReason?: string): Record<string, unknown> {
  const candidate = { content: { role: 'model', parts }, index: 0 };
  return { candidates: [finishReason === undefined ? candidate : { ...candidate, finishReason }] };
}

function partsOf(block: Block): unknown[] {
  switch (block.type) {
    case 'text':
      return block.parts.map((text) => ({ text }));
    case 'thinking':
      return [{ text: `**Thought** ${block.text}`, thought: true }];
    case 'tool-call':
      return [{ functionCall: { name: block.name, args: block.input } }];
  }
}

const STATUS_NAMES: Readonly<Record<number, string>> = { 401: 'UNAUTHENTICATED', 429: 'RESOURCE_EXHAUSTED' };

export const geminiError = (status: number) => ({
  error: { code: status, message: `model server says ${status}`, status: STATUS_NAMES[status] ?? 'INTERNAL' },
});
