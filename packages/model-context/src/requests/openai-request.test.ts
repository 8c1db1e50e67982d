import { describe, expect, it } from 'vitest';
import { call, calls, model, result, results, user } from '../__fixtures__/histories.ts';
import type { Content } from '../content.ts';
import { toolGuidance } from '../tools/tool-guidance.ts';
import { toGeminiRequest } from './gemini-request.ts';
import { type OpenAIMessage, toOpenAIRequest } from './openai-request.ts';
import { NO_RESULT } from './to-turns.ts';

const TOOLS = [{ name: 'read', description: 'Reads a file.', parameters: { type: 'object', properties: {} } }];
const messages = (contents: Content[]) => toOpenAIRequest({ model: 'm', contents }).messages;
const assistant = (message: OpenAIMessage | undefined) => message as OpenAIMessage & { role: 'assistant' };

describe('toOpenAIRequest, native tools', () => {
  it('maps roles, calls and results', () => {
    const contents = [
      user('hi'),
      calls({ text: 'Let me look.' }, call('read', { path: 'a' }, 'c1')),
      results(result('read', { output: 'x' }, 'c1')),
      model('do', 'ne'),
    ];
    expect(toOpenAIRequest({ model: 'm', contents, systemInstruction: 'S', tools: TOOLS })).toEqual({
      model: 'm',
      messages: [
        { role: 'system', content: 'S' },
        { role: 'user', content: 'hi' },
        {
          role: 'assistant',
          content: 'Let me look.',
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: '{"output":"x"}' },
        { role: 'assistant', content: 'done' },
      ],
      tools: [
        {
          type: 'function',
          function: { name: 'read', description: 'Reads a file.', parameters: { type: 'object', properties: {} } },
        },
      ],
    });
  });

  it('generates ids that are unique and stay the same while the history grows', () => {
    const contents = [user('a'), calls(call('f'), call('f')), results(result('f', { n: 1 }), result('f', { n: 2 }))];
    const more = [...contents, calls(call('f', {}, 'call_1')), results(result('f', { n: 3 }, 'call_1'))];
    const pairs = (list: OpenAIMessage[]) =>
      list.flatMap((message) => (message.role === 'tool' ? [[message.tool_call_id, message.content]] : []));
    const first = pairs(messages(contents));
    expect(first).toEqual([
      ['call_1', '{"n":1}'],
      ['call_2', '{"n":2}'],
    ]);
    expect(pairs(messages(more)).slice(0, 2)).toEqual(first);
    expect(new Set(pairs(messages(more)).map(([id]) => id)).size).toBe(3);
  });

  it('keeps an id of 40 characters, the longest that OpenAI accepts', () => {
    const id = 'x'.repeat(40);
    expect(assistant(messages([user('a'), calls(call('f', {}, id))])[1]).tool_calls![0]!.id).toBe(id);
  });

  it('declares a tool without a description with an empty one', () => {
    const { tools } = toOpenAIRequest({ model: 'm', contents: [user('a')], tools: [{ name: 'f' }] });
    expect(tools![0]!.function).toEqual({
      name: 'f',
      description: '',
      parameters: { type: 'object', properties: {} },
    });
  });

  it('replaces ids that are too long or used twice, in the call and in its result', () => {
    const long = 'x'.repeat(41);
    const sent = messages([
      user('a'),
      calls(call('f', {}, long), call('g', {}, 'same'), call('h', {}, 'same')),
      results(result('f', { n: 1 }, long), result('g', { n: 2 }, 'same'), result('h', { n: 3 }, 'same')),
    ]);
    const ids = assistant(sent[1]).tool_calls!.map((toolCall) => toolCall.id);
    expect(new Set(ids).size).toBe(3);
    expect(ids.every((id) => id.length <= 40)).toBe(true);
    expect(sent.slice(2)).toEqual(
      [1, 2, 3].map((n, index) => ({ role: 'tool', tool_call_id: ids[index], content: `{"n":${n}}` })),
    );
  });

  it('keeps the pairing of parallel calls with the same name if results come out of order', () => {
    const sent = messages([
      user('a'),
      calls(call('f', { n: 1 }, 'one'), call('f', { n: 2 }, 'two')),
      results(result('f', { r: 2 }, 'two')),
      results(result('f', { r: 1 }, 'one')),
    ]);
    expect(sent.slice(2)).toEqual([
      { role: 'tool', tool_call_id: 'one', content: '{"r":1}' },
      { role: 'tool', tool_call_id: 'two', content: '{"r":2}' },
    ]);
  });

  it('matches a result without an id to a call of the newest answer', () => {
    const sent = messages([user('a'), calls(call('f')), user('b'), calls(call('f')), results(result('f', { r: 2 }))]);
    expect(sent.filter((message) => message.role === 'tool').map((message) => message.content)).toEqual([
      JSON.stringify({ error: NO_RESULT }),
      '{"r":2}',
    ]);
  });

  it('turns a result without a call into user text, and gives a call without a result one that says so', () => {
    const sent = messages([user('a'), calls(call('f', {}, 'x')), results(result('f', { r: 1 }, 'other')), user('b')]);
    expect(sent.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'user', 'user']);
    expect(sent[2]!.content).toBe(JSON.stringify({ error: NO_RESULT }));
    expect(sent[3]!.content).toBe('Result of tool f:\n{"r":1}');
  });

  it('writes null content for calls without text, and puts text that came with the results after them', () => {
    const sent = messages([user('a'), calls(call('f')), results(result('f'), { text: 'hurry' })]);
    expect(assistant(sent[1]).content).toBeNull();
    expect(sent.slice(2).map((message) => message.role)).toEqual(['tool', 'user']);
  });

  it('repairs tool names in the history that the service would refuse, and fills in missing ones', () => {
    const sent = messages([user('a'), calls(call('fs.read/all'), call('')), results(result('fs.read/all'))]);
    const names = assistant(sent[1]).tool_calls!.map((toolCall) => toolCall.function.name);
    expect(names).toEqual(['fs_read_all', 'unknown_tool']);
    const long = messages([user('a'), calls(call('x'.repeat(65)))]);
    expect(assistant(long[1]).tool_calls![0]!.function.name).toBe('x'.repeat(64));
  });

  it('sends a placeholder with the name of an image or file', () => {
    const parts = [
      { text: 'see' },
      { inlineData: { data: 'AAAA', mimeType: 'image/png', displayName: 'plan.png' } },
      { fileData: { fileUri: 'https://example.test/files/report.pdf?x=1', mimeType: 'application/pdf' } },
      { inlineData: { data: 'AAAA' } },
      { hologram: { of: 'a cat' } },
    ];
    expect(messages([{ role: 'user', parts }])[0]!.content).toBe(
      'see\n[image: plan.png (image/png)]\n[file: report.pdf (application/pdf)]\n[file: unnamed]\n[hologram]',
    );
  });

  it('sends the code that the model ran, and its output, as text', () => {
    const parts = [
      { text: 'I compute it.' },
      { executableCode: { code: 'print(6 * 7)', language: 'PYTHON' } },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '42' } },
    ];
    const [, answer] = messages([user('a'), { role: 'model', parts }]);
    expect(answer!.content).toContain('```python\nprint(6 * 7)\n```');
    expect(answer!.content).toContain('42');
  });

  it('sends placeholders for the images and files of a result', () => {
    const image = { inlineData: { data: 'QUJD', mimeType: 'image/png', displayName: 'shot.png' } };
    const file = { fileData: { fileUri: 'gs://bucket/log.txt', mimeType: 'text/plain' } };
    const answer = { functionResponse: { name: 'f', response: { text: 'ok', page: image }, parts: [image, file] } };
    const contents = [user('a'), calls(call('f')), results(answer)];
    expect(JSON.parse(messages(contents)[2]!.content as string)).toEqual({
      text: 'ok',
      page: '[image: shot.png (image/png)]',
      media: ['[image: shot.png (image/png)]', '[file: log.txt (text/plain)]'],
    });
    for (const sent of [contents, [user('a'), results(answer)]]) {
      const text = JSON.stringify(toOpenAIRequest({ model: 'm', contents: sent, textTools: true }).messages);
      expect(text).toContain('[image: shot.png (image/png)]\\n[file: log.txt (text/plain)]');
      expect(text).not.toContain('QUJD');
    }
  });

  it('keeps a field of the result that is itself called media', () => {
    const image = { inlineData: { data: 'QUJD', mimeType: 'image/png' } };
    const answer = { functionResponse: { name: 'f', response: { media: 1 }, parts: [image] } };
    const sent = messages([user('a'), calls(call('f')), results(answer)]);
    expect(JSON.parse(sent[2]!.content as string)).toEqual({ media: 1, media_: ['[image: unnamed (image/png)]'] });
  });

  it('keeps the text of a part that also holds a call', () => {
    const both = { text: 'Some text', ...call('f', {}, 'c1') };
    const contents = [user('a'), calls(both), results(result('f', {}, 'c1'))];
    expect(messages(contents)[1]).toMatchObject({ content: 'Some text', tool_calls: [{ id: 'c1' }] });
    expect(toGeminiRequest({ model: 'm', contents }).contents[1]!.parts).toEqual([
      { text: 'Some text' },
      call('f', {}, 'c1'),
    ]);
  });

  it('joins the contents of one answer into one message', () => {
    const image = { role: 'model', parts: [{ inlineData: { data: 'AAAA', mimeType: 'image/png' } }] };
    expect(messages([user('a'), model('See '), image, model(' there.'), user('b'), model('c'), model('d')])).toEqual([
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'See [image: unnamed (image/png)] there.' },
      { role: 'user', content: 'b' },
      { role: 'assistant', content: 'cd' },
    ]);
    expect(messages([user('a'), calls({ text: 'See ' }, { text: 'there.' }, call('f'))])[1]!.content).toBe(
      'See there.',
    );
  });

  it('writes nothing for a part that is only a signature', () => {
    const signed = { role: 'user', parts: [{ text: 'a' }, { text: '', thoughtSignature: 'c2ln' }] };
    expect(messages([signed])).toEqual([{ role: 'user', content: 'a' }]);
  });

  it('sends a note instead of a result that cannot be written as JSON', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    const sent = messages([user('a'), calls(call('f')), results({ functionResponse: { name: 'f', response: cycle } })]);
    expect(JSON.parse(sent[2]!.content as string)).toContain('not serializable');
  });

  it('wraps arguments and results that are not objects', () => {
    const odd = { functionCall: { name: 'f', args: [1] as unknown as Record<string, unknown> } };
    const answer = { functionResponse: { name: 'f', response: 'text' as unknown as Record<string, unknown> } };
    const sent = messages([user('a'), calls(odd), results(answer)]);
    expect(assistant(sent[1]).tool_calls![0]!.function.arguments).toBe('{"value":[1]}');
    expect(sent[2]!.content).toBe('{"output":"text"}');
  });
});

describe('toOpenAIRequest, text tools', () => {
  it('puts the guidance after the system instruction, and writes calls and results as text', () => {
    const contents = [
      user('hi'),
      calls(call('read', { path: 'a' }), { text: ' and ' }, call('read', { path: 'b' })),
      results(result('read', { n: 1 }), result('read', { n: 2 })),
    ];
    const request = toOpenAIRequest({ model: 'm', contents, systemInstruction: 'S', tools: TOOLS, textTools: true });
    expect(request).toEqual({
      model: 'm',
      messages: [
        { role: 'system', content: `S\n\n${toolGuidance(TOOLS)}` },
        { role: 'user', content: 'hi' },
        {
          role: 'assistant',
          content:
            '```json\n{"tool_call":{"name":"read","arguments":{"path":"a"}}}\n``` and ' +
            '\n```json\n{"tool_call":{"name":"read","arguments":{"path":"b"}}}\n```',
        },
        { role: 'user', content: 'Result of tool read:\n{"n":1}\n\nResult of tool read:\n{"n":2}' },
      ],
    });
    expect(toOpenAIRequest({ model: 'm', contents, tools: TOOLS, textTools: true }).messages[0]).toEqual({
      role: 'system',
      content: toolGuidance(TOOLS),
    });
  });
});
