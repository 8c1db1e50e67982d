import {
  ChatHistory,
  type Content,
  compressHistory,
  type RequestOptions,
  toGeminiRequest,
  toOpenAIRequest,
} from '@ctx/model-context';
import { GoogleGenAI } from '@google/genai';
import fc from 'fast-check';
import { OpenAI } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GeminiBody, geminiProblem } from './__fixtures__/gemini-rules.ts';
import { AWKWARD_HISTORIES, anyHistory } from './__fixtures__/histories.ts';
import { type ModelServer, startModelServer } from './__fixtures__/model-server.ts';
import { type OpenAIBody, openaiProblem } from './__fixtures__/openai-rules.ts';

const TOOLS = [
  { name: 'f', description: 'Does it.', parameters: { type: 'object', properties: { n: { type: 'number' } } } },
  { name: 'now' },
];

let server: ModelServer;
let gemini: GoogleGenAI;
let openai: OpenAI;

beforeAll(async () => {
  server = await startModelServer();
  gemini = new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: server.baseUrl } });
  openai = new OpenAI({ apiKey: 'k', baseURL: `${server.baseUrl}/v1`, maxRetries: 0 });
});
afterAll(() => server.close());

/** Sends one history in all four forms with the official SDKs. */
async function sendAll(options: Omit<RequestOptions, 'model'>): Promise<void> {
  for (const textTools of [false, true]) {
    for (const model of textTools ? ['gemma-3'] : ['gemini-2.5-flash', 'gemini-3-pro-preview']) {
      const answer = await gemini.models.generateContent(toGeminiRequest({ ...options, model, textTools }));
      expect(answer.text).toBe('ok');
    }
    const answer = await openai.chat.completions.create(toOpenAIRequest({ ...options, model: 'qwen3', textTools }));
    expect(answer.choices[0]?.message.content).toBe('ok');
  }
}

describe('the four request forms, sent by the official SDKs to a strict server', () => {
  it.each(Object.entries(AWKWARD_HISTORIES))('are accepted for %s', async (_name, contents) => {
    await sendAll({ contents, tools: TOOLS, systemInstruction: 'Be brief.', think: false });
    const history = new ChatHistory(contents);
    await sendAll({ contents: history.requestContents('And now?') });
    await sendAll({ history });
    expect(server.refused).toEqual([]);
  });

  it('arrive complete: the SDK drops nothing that the caller passed', async () => {
    const contents: Content[] = [
      { role: 'user', parts: [{ text: 'a' }] },
      { role: 'model', parts: [{ functionCall: { id: 'i', name: 'f', args: { n: 1 } }, thoughtSignature: 'c2ln' }] },
      { role: 'user', parts: [{ functionResponse: { id: 'i', name: 'f', response: { ok: true } } }] },
    ];
    await gemini.models.generateContent(
      toGeminiRequest({ model: 'gemini-3-pro', contents, tools: TOOLS, systemInstruction: 'S' }),
    );
    const body = server.taken.at(-1)!;
    expect(body.contents).toEqual(contents);
    expect(body.systemInstruction?.parts).toEqual([{ text: 'S' }]);
    expect(body.tools).toEqual([
      {
        functionDeclarations: [
          { name: 'f', description: 'Does it.', parametersJsonSchema: TOOLS[0]!.parameters },
          { name: 'now', description: '', parametersJsonSchema: { type: 'object', properties: {} } },
        ],
      },
    ]);
  });
});

describe('the request forms, checked against the rules of the services', () => {
  it('are accepted for any history', () => {
    fc.assert(
      fc.property(anyHistory, fc.boolean(), fc.boolean(), (contents, textTools, curated) => {
        const source = curated ? { history: new ChatHistory(contents) } : { contents };
        for (const model of ['gemini-2.5-flash', 'gemini-3-pro']) {
          const body = toGeminiRequest({ model, ...source, textTools, tools: TOOLS }) as GeminiBody;
          expect(geminiProblem(model, body)).toBeUndefined();
        }
        expect(
          openaiProblem(toOpenAIRequest({ model: 'm', ...source, textTools, tools: TOOLS }) as OpenAIBody),
        ).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it('are accepted for any compressed history', async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, async (contents) => {
        const history = new ChatHistory(contents);
        await compressHistory(history, { tokenLimit: 1, keepRecent: 0, summarize: () => 'S' });
        const body = toGeminiRequest({ model: 'gemini-3-pro', history }) as GeminiBody;
        expect(geminiProblem('gemini-3-pro', body)).toBeUndefined();
        expect(openaiProblem(toOpenAIRequest({ model: 'deepseek-v4', history }) as OpenAIBody)).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });
});

const user = { role: 'user', parts: [{ text: 'a' }] };
const called = { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] };
const answered = { role: 'user', parts: [{ functionResponse: { name: 'f', response: {} } }] };

// The tests above prove something only if the strict server does refuse bad requests.
describe('the strict server', () => {
  it.each<[string, GeminiBody, string?]>([
    ['no contents', { contents: [] }],
    ['a model that speaks first', { contents: [{ role: 'model', parts: [{ text: 'a' }] }] }],
    ['an unknown role', { contents: [user, { role: 'assistant', parts: [{ text: 'a' }] }] }],
    ['an empty part', { contents: [{ role: 'user', parts: [{}] }] }],
    ['no parts', { contents: [{ role: 'user', parts: [] }] }],
    ['empty text', { contents: [{ role: 'user', parts: [{ text: '' }] }] }],
    ['a thought', { contents: [user, { role: 'model', parts: [{ text: 'a', thought: true }] }] }],
    ['a call without a result', { contents: [user, called] }],
    ['a result without a call', { contents: [user, answered] }],
    ['too few results', { contents: [user, { role: 'model', parts: [...called.parts, ...called.parts] }, answered] }],
    [
      'a call after another model turn',
      { contents: [user, { role: 'model', parts: [{ text: 'b' }] }, called, answered] },
    ],
    ['an unsigned call on Gemini 3', { contents: [user, called, answered] }, 'gemini-3-pro'],
  ])('refuses for Gemini: %s', (_name, body, model = 'gemini-2.5-flash') => {
    expect(geminiProblem(model, body)).toBeDefined();
  });

  it('refuses a signature that it did not give out', () => {
    const contents = [user, { role: 'model', parts: [{ ...called.parts[0], thoughtSignature: 'other' }] }, answered];
    expect(geminiProblem('gemini-3-pro', { contents }, new Map([['["f",{}]', 'c2ln']]))).toContain('thought_signature');
  });

  const ask = { role: 'user', content: 'a' };
  const call = (id: string, args = '{}') => ({ id, type: 'function', function: { name: 'f', arguments: args } });
  it.each<[string, OpenAIBody['messages']]>([
    ['no messages', []],
    ['an unknown role', [ask, { role: 'model', content: 'b' }]],
    ['empty content', [{ role: 'user', content: '' }]],
    ['an empty assistant message', [ask, { role: 'assistant', content: null }]],
    ['a tool message without its call', [ask, { role: 'tool', tool_call_id: 'x', content: '{}' }]],
    ['a call without its tool message', [ask, { role: 'assistant', content: null, tool_calls: [call('x')] }, ask]],
    ['arguments that are not JSON', [ask, { role: 'assistant', content: null, tool_calls: [call('x', '{a:1}')] }]],
    ['an id that is too long', [ask, { role: 'assistant', content: null, tool_calls: [call('x'.repeat(41))] }]],
    ['ids used twice', [ask, { role: 'assistant', content: null, tool_calls: [call('x'), call('x')] }]],
    ['a late system message', [ask, { role: 'system', content: 'b' }]],
  ])('refuses for OpenAI: %s', (_name, messages) => {
    expect(openaiProblem({ model: 'm', messages: messages ?? [] })).toBeDefined();
  });
});
