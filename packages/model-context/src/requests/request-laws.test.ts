import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyHistory } from '../__fixtures__/histories.ts';
import { type Content, type Part, roleOf } from '../content.ts';
import { isNonBlank, isThought } from '../content-validity.ts';
import { toGeminiRequest } from './gemini-request.ts';
import { toOpenAIRequest } from './openai-request.ts';

const parts = (contents: readonly Content[]): Part[] => contents.flatMap((content) => content.parts ?? []);

function expectPairedContents(contents: readonly Content[]): void {
  contents.forEach((content, index) => {
    const names = content.parts!.flatMap((part) => (part.functionCall ? [part.functionCall.name] : []));
    const after = contents[index + 1]?.parts ?? [];
    const answered = after.flatMap((part) => (part.functionResponse ? [part.functionResponse.name] : []));
    if (roleOf(content) === 'model') expect(answered).toEqual(names);
    else expect(names).toEqual([]);
  });
}

describe('a request from any history', () => {
  it('has every result directly after its call, for Gemini', () => {
    fc.assert(
      fc.property(anyHistory, (contents) => {
        const sent = toGeminiRequest({ model: 'gemini-3-pro', contents }).contents;
        expect(sent[0]!.role).toBe('user');
        expect(sent.every((content) => content.parts!.length > 0)).toBe(true);
        expectPairedContents(sent);
      }),
    );
  });

  it('has exactly one tool message for each call, directly after the call, for OpenAI', () => {
    fc.assert(
      fc.property(anyHistory, (contents) => {
        const { messages } = toOpenAIRequest({ model: 'm', contents });
        const seen = new Set<string>();
        let open: string[] = [];
        for (const message of messages) {
          if (message.role === 'tool') {
            expect(open.shift()).toBe(message.tool_call_id);
            continue;
          }
          expect(open).toEqual([]);
          open = message.role === 'assistant' ? (message.tool_calls ?? []).map((toolCall) => toolCall.id) : [];
          for (const id of open) {
            expect(seen.has(id)).toBe(false);
            seen.add(id);
          }
        }
        expect(open).toEqual([]);
      }),
    );
  });

  it('holds every text and every result that may be sent, in all four forms', () => {
    fc.assert(
      fc.property(anyHistory, fc.boolean(), (contents, textTools) => {
        const options = { model: 'm', contents, textTools };
        const gemini = JSON.stringify(toGeminiRequest(options).contents);
        const openai = JSON.stringify(toOpenAIRequest(options).messages);
        const textParts = parts(contents).filter((part) => !isThought(part) && isNonBlank(part.text));
        for (const { text } of textParts) {
          const escaped = JSON.stringify(text).slice(1, -1);
          expect(gemini).toContain(escaped);
          expect(openai).toContain(escaped);
        }
        const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
        const results = parts(contents).filter((part) => part.functionResponse).length;
        const shown = count(openai, /"role":"tool"/g) + count(openai, /Result of tool /g);
        expect(shown).toBeGreaterThanOrEqual(results);
      }),
    );
  });

  it('holds no tool parts with text tools, and keeps the signatures of text with native tools', () => {
    fc.assert(
      fc.property(anyHistory, (contents) => {
        const sent = parts(toGeminiRequest({ model: 'm', contents, textTools: true }).contents);
        expect(sent.some((part) => part.functionCall || part.functionResponse)).toBe(false);
        const native = parts(toGeminiRequest({ model: 'm', contents }).contents);
        for (const part of parts(contents)) {
          if (part.thoughtSignature === undefined || !isNonBlank(part.text)) continue;
          expect(native).toContainEqual(part);
        }
      }),
    );
  });

  it('is the same every time', () => {
    fc.assert(
      fc.property(anyHistory, (contents) => {
        expect(toOpenAIRequest({ model: 'm', contents })).toEqual(toOpenAIRequest({ model: 'm', contents }));
      }),
    );
  });
});
