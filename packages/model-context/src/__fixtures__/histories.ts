import fc from 'fast-check';
import type { Content, Part } from '../content.ts';

const name = fc.constantFrom('read', 'write', 'fs.list', '');
const id = fc.option(fc.constantFrom('a', 'b', 'call_1', 'call_2', 'x'.repeat(60), ''), { nil: undefined });
const text = fc.oneof(fc.constantFrom('', ' ', '\n', 'hello', '{"tool_call":', '```'), fc.string({ maxLength: 12 }));
const signature = fc.option(fc.constantFrom('c2ln', 'bmF0dXJl'), { nil: undefined });

/** Leaves out undefined properties, as a parsed response would. */
function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;
}

/** Any part a service or a careless caller may produce. */
export const anyPart: fc.Arbitrary<Part> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ text, thoughtSignature: signature }).map((part) => compact(part) as Part) },
  { weight: 1, arbitrary: text.map((thinking): Part => ({ text: thinking, thought: true })) },
  {
    weight: 4,
    arbitrary: fc
      .record({
        id,
        name,
        args: fc.option(fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue()), { nil: undefined }),
        thoughtSignature: signature,
      })
      .map(({ thoughtSignature, ...call }) => compact({ functionCall: compact(call), thoughtSignature }) as Part),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({
        id,
        name,
        response: fc.option(fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue()), { nil: undefined }),
      })
      .map((functionResponse) => ({ functionResponse: compact(functionResponse) }) as Part),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Part>(
      { text: 'both', functionCall: { name: 'read', args: {} } },
      {},
      { thought: true },
      { inlineData: {} },
      { inlineData: { data: 'AAAA', mimeType: 'image/png' } },
      { fileData: { fileUri: 'files/report.pdf', mimeType: 'application/pdf' } },
      { executableCode: { code: 'print(1)', language: 'PYTHON' } } as Part,
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } } as Part,
      {
        functionResponse: {
          name: 'read',
          response: {},
          parts: [{ inlineData: { data: 'AAAA', mimeType: 'image/png' } }],
        },
      },
    ),
  },
);

/** Any content: also with a missing role, with missing parts, or with a call by the user. */
export const anyContent: fc.Arbitrary<Content> = fc
  .record({
    role: fc.constantFrom('user', 'user', 'model', 'model', 'model', undefined, 'system'),
    parts: fc.option(fc.array(anyPart, { maxLength: 4 }), { nil: undefined, freq: 8 }),
  })
  .map((content) => compact(content) as Content);

/** Any history. */
export const anyHistory: fc.Arbitrary<Content[]> = fc.array(anyContent, { maxLength: 14 });

export const user = (...texts: string[]): Content => ({ role: 'user', parts: texts.map((part) => ({ text: part })) });
export const model = (...texts: string[]): Content => ({ role: 'model', parts: texts.map((part) => ({ text: part })) });
export const call = (toolName: string, args: Record<string, unknown> = {}, callId?: string): Part => ({
  functionCall: { ...(callId === undefined ? {} : { id: callId }), name: toolName, args },
});
export const result = (toolName: string, response: Record<string, unknown> = {}, callId?: string): Part => ({
  functionResponse: { ...(callId === undefined ? {} : { id: callId }), name: toolName, response },
});
export const calls = (...parts: Part[]): Content => ({ role: 'model', parts });
export const results = (...parts: Part[]): Content => ({ role: 'user', parts });
