import type { Content, Part } from '@ctx/model-context';
import fc from 'fast-check';

const name = fc.constantFrom('read', 'write', 'fs.list', '', '1st', 'a b/ç');
const id = fc.option(fc.constantFrom('a', 'b', 'call_1', 'x'.repeat(60), ''), { nil: undefined });
const text = fc.oneof(fc.constantFrom('', ' ', '\n', 'hello', '```'), fc.string({ maxLength: 12, unit: 'binary' }));
const signature = fc.option(fc.constant('c2ln'), { nil: undefined });
const record = fc.option(fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue()), { nil: undefined });

function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;
}

const anyPart: fc.Arbitrary<Part> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ text, thoughtSignature: signature }).map((part) => compact(part) as Part) },
  { weight: 1, arbitrary: text.map((thinking): Part => ({ text: thinking, thought: true })) },
  {
    weight: 4,
    arbitrary: fc
      .record({ id, name, args: record, thoughtSignature: signature })
      .map(({ thoughtSignature, ...call }) => compact({ functionCall: compact(call), thoughtSignature }) as Part),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({ id, name, response: record })
      .map((response) => ({ functionResponse: compact(response) }) as Part),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Part>(
      { text: 'both', functionCall: { name: 'read', args: {} } },
      {},
      { thought: true },
      { inlineData: {} },
      { inlineData: { data: 'AAAA' } },
      { inlineData: { data: 'AAAA', mimeType: 'image/png' } },
      { fileData: { fileUri: 'files/a.pdf' } },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { executableCode: { code: 'print(1)', language: 'PYTHON' } } as Part,
      { codeExecutionResult: { outcome: 'OUTCOME_OK' } } as Part,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Part>({
      functionResponse: {
        name: 'read',
        parts: [{ inlineData: { data: 'AAAA' } }, { inlineData: {} }, {}, { fileData: { fileUri: 'a' } }],
      },
    }),
  },
);

/** Any history that a service or a careless caller may produce. */
export const anyHistory: fc.Arbitrary<Content[]> = fc.array(
  fc
    .record({
      role: fc.constantFrom('user', 'user', 'model', 'model', 'model', undefined, 'system'),
      parts: fc.option(fc.array(anyPart, { maxLength: 4 }), { nil: undefined, freq: 8 }),
    })
    .map((content) => compact(content) as Content),
  { maxLength: 12 },
);

const user = (...texts: string[]): Content => ({ role: 'user', parts: texts.map((part) => ({ text: part })) });
const model = (...parts: Part[]): Content => ({ role: 'model', parts });
const call = (toolName: string, args = {}, callId?: string): Part => ({
  functionCall: { ...(callId && { id: callId }), name: toolName, args },
});
const result = (toolName: string, response = {}, callId?: string): Part => ({
  functionResponse: { ...(callId && { id: callId }), name: toolName, response },
});
const results = (...parts: Part[]): Content => ({ role: 'user', parts });

/** Difficult histories of real conversations, by name. */
export const AWKWARD_HISTORIES: Readonly<Record<string, Content[]>> = {
  'parallel calls of the same name without ids': [
    user('a'),
    model(call('f', { n: 1 }), call('f', { n: 2 })),
    results(result('f', { r: 1 }), result('f', { r: 2 })),
  ],
  'parallel calls answered out of order': [
    user('a'),
    model(call('f', {}, '1'), call('f', {}, '2')),
    results(result('f', {}, '2')),
    results(result('f', {}, '1')),
  ],
  'ids on one side only': [
    user('a'),
    model(call('f')),
    results(result('f', {}, 'x')),
    user('b'),
    model(call('g', {}, 'y')),
    results(result('g')),
  ],
  'a result without a call': [
    user('a'),
    results(result('ghost', { x: 1 })),
    model({ text: 'b' }),
    results(result('ghost')),
  ],
  'a call without a result': [user('a'), model({ text: 'I look.' }, call('f')), user('b')],
  'one result missing of three': [user('a'), model(call('f'), call('g'), call('h')), results(result('h'), result('f'))],
  'thought-only answers': [user('a'), model({ text: 'hm', thought: true }), user('b')],
  'empty answers': [user('a'), model(), user('b'), { role: 'model' }, user('c'), model({ text: '' }), user('d')],
  'fifty consecutive user contents': Array.from({ length: 50 }, (_, index) => user(`message ${index}`)),
  'calls streamed in contents of their own': [
    user('a'),
    model({ text: 'Two calls.' }),
    model(call('f')),
    model(call('f')),
    results(result('f'), result('f')),
  ],
  'a result after the user spoke': [
    user('a'),
    model(call('f', {}, 'x')),
    user('b'),
    model({ text: 'c' }),
    results(result('f', {}, 'x')),
    model(call('g')),
    results(result('g')),
  ],
  'a model that speaks first': [model({ text: 'Welcome.' }), model(call('f')), results(result('f'))],
  'nothing at all': [],
  'images and files': [
    {
      role: 'user',
      parts: [
        { inlineData: { data: 'AAAA', mimeType: 'image/png' } },
        { fileData: { fileUri: 'files/a.pdf' } },
        { inlineData: { data: 'AAAA' } },
      ],
    },
  ],
  'names no service takes': [user('a'), model(call('fs.read all'), call('')), results(result('fs.read all'))],
};
