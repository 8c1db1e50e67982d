import { describe, expect, it } from 'vitest';
import { call, calls, model, result, results, user } from '../__fixtures__/histories.ts';
import type { Content } from '../content.ts';
import { ChatHistory } from '../history/chat-history.ts';
import { toGeminiRequest } from './gemini-request.ts';
import { toOpenAIRequest } from './openai-request.ts';
import type { RequestOptions } from './request-options.ts';

describe('the reasoning in toOpenAIRequest', () => {
  const thought = (text: string): Content => ({ role: 'model', parts: [{ text, thought: true }] });
  const loop = [
    user('Compare.'),
    thought('First a, '),
    thought('then b.'),
    calls(call('read', { path: 'a' }, 'c1')),
    calls(call('read', { path: 'b' }, 'c2')),
    results(result('read', { text: 'x' }, 'c1'), result('read', { text: 'y' }, 'c2')),
    calls({ text: 'Now c.', thought: true }, { text: 'One more.' }, call('read', { path: 'c' }, 'c3')),
    results(result('read', { text: 'z' }, 'c3')),
    thought('All differ.'),
    model('They differ.'),
    user('Thanks.'),
  ];
  const reasoning = (options: Partial<RequestOptions>) =>
    toOpenAIRequest({ model: 'deepseek-reasoner', contents: loop, ...options }).messages.flatMap((message) =>
      message.role === 'assistant' ? [message.reasoning_content] : [],
    );

  it('is sent with the calls it belongs to, and with nothing else', () => {
    expect(reasoning({})).toEqual(['First a, then b.', 'Now c.', undefined]);
  });

  it('is found in a recorded history, too', () => {
    const history = new ChatHistory();
    history.record(loop[0]!, [...loop.slice(1, 5), { role: 'model', parts: [] }]);
    history.record(loop[5]!, [loop[6]!]);
    const messages = toOpenAIRequest({ model: 'm', history }).messages;
    expect(messages[1]).toMatchObject({ role: 'assistant', reasoning_content: 'First a, then b.' });
  });

  it('is sent with every call to DeepSeek, empty if it is not known', () => {
    const contents = [user('a'), calls(call('f')), results(result('f'))];
    expect(reasoning({ contents })).toEqual(['']);
    expect(reasoning({ contents, model: 'm' })).toEqual([undefined]);
  });

  it('is not sent to the models of OpenAI and Mistral, which refuse it, unless asked for', () => {
    for (const model of ['gpt-5', 'openai/gpt-4o', 'o3-mini', 'mistral-large-latest', 'mistralai/Magistral-Small']) {
      expect(reasoning({ model })).toEqual([undefined, undefined, undefined]);
      expect(reasoning({ model, reasoningContent: true })[0]).toBe('First a, then b.');
    }
    expect(reasoning({ model: 'm', reasoningContent: false })).toEqual([undefined, undefined, undefined]);
    expect(reasoning({ model: 'AIDC-AI/Marco-o1' })[0]).toBe('First a, then b.');
  });

  it('is not sent with tools in text, nor to Gemini', () => {
    expect(JSON.stringify(toOpenAIRequest({ model: 'm', contents: loop, textTools: true }))).not.toContain('First a');
    expect(JSON.stringify(toGeminiRequest({ model: 'm', contents: loop }))).not.toContain('First a');
  });
});
