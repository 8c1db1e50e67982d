import type { Answer, Block } from './answer.ts';
import type { EventScript } from './sse.ts';

const USAGE = {
  promptTokenCount: 1234,
  candidatesTokenCount: 49,
  thoughtsTokenCount: 7,
  cachedContentTokenCount: 1000,
  totalTokenCount: 1290,
};

/** Chunks of Gemini's streamGenerateContent. */
export function geminiEvents(answer: Answer): EventScript {
  return {
    content: answer.blocks.flatMap(partsOf).map((part) => ({ data: chunk([part]), paced: true })),
    end: [{ data: { ...chunk([{ text: '' }], 'STOP'), usageMetadata: USAGE } }],
  };
}

/** The same answer in one piece, for generateContent. */
export const geminiWhole = (answer: Answer) => ({
  ...chunk(answer.blocks.flatMap(partsOf), 'STOP'),
  usageMetadata: USAGE,
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
