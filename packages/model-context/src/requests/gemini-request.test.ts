import { describe, expect, it } from 'vitest';
import { call, calls, model, result, results, user } from '../__fixtures__/histories.ts';
import type { Content, Part } from '../content.ts';
import { ChatHistory } from '../history/chat-history.ts';
import { toolGuidance } from '../tools/tool-guidance.ts';
import { toGeminiRequest } from './gemini-request.ts';
import { toOpenAIRequest } from './openai-request.ts';
import { NO_RESULT } from './to-turns.ts';

const TOOLS = [{ name: 'read', description: 'Reads a file.', parameters: { type: 'object', properties: {} } }];
const native = (contents: Content[], name = 'gemini-2.5-flash') => toGeminiRequest({ model: name, contents }).contents;

describe('toGeminiRequest, native tools', () => {
  it('sends contents unchanged', () => {
    const contents = [
      user('hi'),
      calls({ text: 'Let me look.' }, { ...call('read', { path: 'a' }, 'c1'), thoughtSignature: 'c2ln' }),
      results(result('read', { output: 'x' }, 'c1'), { text: 'and hurry' }),
      model('done'),
      { role: 'user', parts: [{ text: 'see' }, { inlineData: { data: 'AAAA', mimeType: 'image/png' } }] },
    ];
    expect(toGeminiRequest({ model: 'gemini-2.5-flash', contents })).toEqual({ model: 'gemini-2.5-flash', contents });
  });

  it('puts system instruction and tools into the config', () => {
    const request = toGeminiRequest({ model: 'm', contents: [user('a')], systemInstruction: 'Be kind.', tools: TOOLS });
    expect(request.config).toEqual({
      systemInstruction: 'Be kind.',
      tools: [
        {
          functionDeclarations: [
            { name: 'read', description: 'Reads a file.', parametersJsonSchema: { type: 'object', properties: {} } },
          ],
        },
      ],
    });
    expect(toGeminiRequest({ model: 'm', contents: [user('a')], systemInstruction: ' ' })).not.toHaveProperty('config');
    const undescribed = toGeminiRequest({ model: 'm', contents: [user('a')], tools: [{ name: 'f' }] });
    expect(undescribed.config!.tools![0]!.functionDeclarations[0]!.description).toBe('');
  });

  it('sends the curated view of a history', () => {
    const history = new ChatHistory([user('a'), { role: 'model', parts: [] }, user('b')]);
    expect(toGeminiRequest({ model: 'm', history }).contents).toEqual([user('b')]);
  });

  it('requires exactly one of history and contents', () => {
    expect(() => toGeminiRequest({ model: 'm' })).toThrow(new TypeError('Give exactly one of history and contents'));
    expect(() => toGeminiRequest({ model: 'm', contents: [], history: new ChatHistory() })).toThrow(TypeError);
  });

  it('refuses tool names that a service would refuse, or given twice', () => {
    for (const name of ['', 'a.b', '1a', 'x'.repeat(65), 'naïve']) {
      expect(() => toGeminiRequest({ model: 'm', contents: [user('a')], tools: [{ name }] })).toThrow(TypeError);
    }
    expect(() => toGeminiRequest({ model: 'm', contents: [], tools: [{ name: 'a.b' }] })).toThrow(
      'Tool name "a.b" must',
    );
    expect(() => toGeminiRequest({ model: 'm', contents: [], tools: [...TOOLS, ...TOOLS] })).toThrow('given twice');
  });

  it('moves late results directly after their calls, in the order of the calls', () => {
    const contents = [
      user('a'),
      calls(call('f', {}, '1'), call('g', {}, '2')),
      results(result('g', { r: 2 }, '2')),
      user('meanwhile'),
      results(result('f', { r: 1 }, '1')),
    ];
    expect(native(contents)).toEqual([
      user('a'),
      calls(call('f', {}, '1'), call('g', {}, '2')),
      results(result('f', { r: 1 }, '1'), result('g', { r: 2 }, '2')),
      user('meanwhile'),
    ]);
  });

  it('gives every call a result: one that says so if there is none', () => {
    const contents = [user('a'), calls(call('f'), call('f')), results(result('f', { r: 1 })), user('b')];
    expect(native(contents)[2]).toEqual(results(result('f', { r: 1 }), result('f', { error: NO_RESULT })));
    expect(native([user('a'), calls(call('f', {}, 'x'))])[2]).toEqual(results(result('f', { error: NO_RESULT }, 'x')));
  });

  it('gives call and result the same id if only one of them has one', () => {
    const [, called, answered] = native([user('a'), calls(call('f')), results(result('f', {}, 'late'))]);
    expect(called!.parts![0]!.functionCall!.id).toBe('late');
    expect(answered!.parts![0]!.functionResponse!.id).toBe('late');
  });

  it('merges the calls of one answer into one content', () => {
    const contents = [
      user('a'),
      model('I see.'),
      calls(call('f')),
      calls(call('f')),
      results(result('f'), result('f')),
    ];
    expect(native(contents)).toEqual([
      user('a'),
      calls({ text: 'I see.' }, call('f'), call('f')),
      results(result('f'), result('f')),
    ]);
  });

  it('turns a result without a call, and a call in a user content, into user text', () => {
    const contents = [user('a'), model('b'), results(result('ghost', { x: 1 })), { parts: [call('f')] }];
    const sent = native(contents);
    expect(sent[2]).toEqual(user('Result of tool ghost:\n{"x":1}'));
    expect(sent[3]!.parts![0]!.text).toContain('"tool_call"');
  });

  it('leaves out thoughts, empty parts and contents that would be empty', () => {
    const thought: Part = { text: 'hm', thought: true };
    const contents = [user('a'), { role: 'model', parts: [thought, {}, { text: '' }, { text: 'b' }] }];
    const empty = [{ role: 'model', parts: [thought] }, model(' '), { role: 'user', parts: [{ inlineData: {} }] }];
    expect(native([...contents, ...empty, user('c')])).toEqual([user('a'), model('b'), user('c')]);
    const beside = [user('a'), calls(call('f')), results(result('f'), { text: ' ' })];
    expect(native(beside)).toEqual([user('a'), calls(call('f')), results(result('f'))]);
    expect(native([user('a'), { role: 'model' }, user('b')])).toEqual([user('a'), user('b')]);
  });

  it('repairs names that the service would refuse, and replaces bytes without a media type by a placeholder', () => {
    const sent = native([user('a'), calls(call('1 b.c')), results(result('1 b.c'), { inlineData: { data: 'AAAA' } })]);
    expect(sent[1]!.parts![0]!.functionCall!.name).toBe('_1_b.c');
    expect(sent[2]!.parts).toEqual([result('_1_b.c'), { text: '[file: unnamed]' }]);
    const long = native([user('a'), calls(call('1'.repeat(64)))]);
    expect(long[1]!.parts![0]!.functionCall!.name).toBe(`_${'1'.repeat(63)}`);
  });

  it('always starts with a user content, as the service requires', () => {
    expect(native([])).toEqual([user('(The conversation continues.)')]);
    expect(native([model('hi')]).map((content) => content.role)).toEqual(['user', 'model']);
    expect(native([calls(call('f'))]).map((content) => content.role)).toEqual(['user', 'model', 'user']);
  });

  it('keeps signatures byte for byte, and marks unsigned calls of the current turn for Gemini 3 only', () => {
    const signed = { ...call('f'), thoughtSignature: 'A+/=' };
    const contents = [user('a'), calls(call('f')), results(result('f')), user('b'), calls(call('f'), call('g'))];
    const current = [...contents, results(result('f'), result('g')), calls(signed, call('g')), results(result('f'))];
    const signatures = (name: string) =>
      native(current, name).flatMap((content) => content.parts!.flatMap((part) => part.thoughtSignature ?? []));
    expect(signatures('gemini-2.5-pro')).toEqual(['A+/=']);
    expect(signatures('gemini-3-pro-preview')).toEqual(['skip_thought_signature_validator', 'A+/=']);
    expect(signatures('gemini-10-pro')).toEqual(['skip_thought_signature_validator', 'A+/=']);
  });

  it('takes results with a text beside them for a part of the current turn', () => {
    const contents = [user('a'), calls(call('f')), results(result('f'), { text: 'and hurry' }), calls(call('g'))];
    const signatures = native(contents, 'gemini-3-pro').map((content) => content.parts![0]!.thoughtSignature);
    const skip = 'skip_thought_signature_validator';
    expect(signatures).toEqual([undefined, skip, undefined, skip, undefined]);
  });

  it('does not change the given contents', () => {
    const contents = [user('a'), calls(call('f')), results(result('f', {}, 'x'))];
    const before = structuredClone(contents);
    toGeminiRequest({ model: 'gemini-3-pro', contents, think: false });
    toGeminiRequest({ model: 'qwen', contents, think: false, textTools: true, tools: TOOLS });
    expect(contents).toEqual(before);
  });
});

describe('toGeminiRequest, text tools', () => {
  const contents = [
    user('hi'),
    calls({ text: 'Let me look.' }, call('read', { path: 'a' }, 'c1')),
    results(result('read', { output: 'x' }, 'c1')),
    { role: 'user', parts: [{ inlineData: { data: 'AAAA', mimeType: 'image/png' } }] },
  ];

  it('sends the guidance as the first user content, and calls and results as text', () => {
    const request = toGeminiRequest({
      model: 'gemma',
      contents,
      tools: TOOLS,
      textTools: true,
      systemInstruction: 'S',
    });
    expect(request).toEqual({
      model: 'gemma',
      config: { systemInstruction: 'S' },
      contents: [
        user(toolGuidance(TOOLS)),
        user('hi'),
        model('Let me look.', '\n```json\n{"tool_call":{"name":"read","arguments":{"path":"a"}}}\n```'),
        user('Result of tool read:\n{"output":"x"}'),
        contents[3],
      ],
    });
  });

  it('starts an answer with the call if the model said nothing before it', () => {
    const sent = toGeminiRequest({ model: 'gemma', contents: [user('a'), calls(call('f'))], textTools: true }).contents;
    expect(sent[1]).toEqual(model('```json\n{"tool_call":{"name":"f","arguments":{}}}\n```'));
  });

  it('sends no guidance if there are no tools', () => {
    expect(toGeminiRequest({ model: 'gemma', contents: [user('a')], textTools: true }).contents).toEqual([user('a')]);
  });
});

describe('think mode in requests', () => {
  it('marks every user text of a thinking model, and nothing else', () => {
    const contents = [user('a'), model('b'), user('c'), calls(call('f')), results(result('f'))];
    const sent = toGeminiRequest({ model: 'Qwen3', contents, think: false }).contents;
    expect(sent[0]).toEqual(user('<no_think>\n\na'));
    expect(sent[1]).toEqual(model('b'));
    expect(sent[2]).toEqual(user('<no_think>\n\nc'));
    const custom = toGeminiRequest({ model: 'QwQ', contents, think: false, noThinkTag: '/no_think' }).contents;
    expect(custom[2]).toEqual(user('/no_think\n\nc'));
    const besides = [user('a'), calls(call('f')), results(result('f'), { text: 'd' })];
    expect(toGeminiRequest({ model: 'qwq', contents: besides, think: false }).contents[2]!.parts![1]).toEqual({
      text: '<no_think>\n\nd',
    });
    const answered = [user('a', 'b'), model('c')];
    expect(toGeminiRequest({ model: 'qwq', contents: answered, think: false }).contents).toEqual([
      user('<no_think>\n\na', 'b'),
      model('c'),
    ]);
    expect(
      toGeminiRequest({ model: 'qwq', contents: [model('c')], think: false }).contents[0]!.parts![0]!.text,
    ).toMatch(/^<no_think>\n\n\(/);
  });

  it('begins with the same bytes from request to request while thinking is off', () => {
    const contents = [
      user('a'),
      model('b'),
      user('c'),
      calls(call('f')),
      results(result('f'), { text: 'd' }),
      model('e'),
    ];
    const whole = toOpenAIRequest({ model: 'qwen3', contents, think: false }).messages;
    for (const length of [1, 3, 5]) {
      const part = toOpenAIRequest({ model: 'qwen3', contents: contents.slice(0, length), think: false }).messages;
      expect(whole.slice(0, part.length)).toEqual(part);
    }
  });

  it('marks nothing if `think` is true or missing, or for other models', () => {
    const contents = [user('a')];
    expect(toGeminiRequest({ model: 'qwen', contents, think: true }).contents).toEqual(contents);
    expect(toGeminiRequest({ model: 'qwen', contents }).contents).toEqual(contents);
    expect(toGeminiRequest({ model: 'gemini', contents, think: false }).contents).toEqual(contents);
  });

  it('sends the images of a result as they are, beside the text of the result', () => {
    const image = { inlineData: { data: 'QUJD', mimeType: 'image/png', displayName: 'shot.png' } };
    const answer = { functionResponse: { name: 'f', response: { ok: 1 }, parts: [image] } };
    const contents = [user('a'), calls(call('f')), results(answer)];
    expect(toGeminiRequest({ model: 'm', contents, textTools: true }).contents[2]!.parts![1]).toEqual(image);
    expect(toGeminiRequest({ model: 'm', contents }).contents[2]!.parts).toEqual([answer]);
    expect(toGeminiRequest({ model: 'm', contents: [user('a'), results(answer)] }).contents[1]!.parts![1]).toEqual(
      image,
    );
  });
});
