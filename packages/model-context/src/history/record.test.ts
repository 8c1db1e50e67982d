import { describe, expect, it, vi } from 'vitest';
import { call, calls, model, result, results, user } from '../__fixtures__/histories.ts';
import type { Content, Part } from '../content.ts';
import { toGeminiRequest } from '../requests/gemini-request.ts';
import { toOpenAIRequest } from '../requests/openai-request.ts';
import { ChatHistory } from './chat-history.ts';

const EMPTY: Content = { role: 'model', parts: [] };
const thought = (text: string): Content => ({ role: 'model', parts: [{ text, thought: true }] });

describe('ChatHistory.record', () => {
  it('merges adjacent text contents of an answer into one', () => {
    const history = new ChatHistory();
    history.record(user('q'), [model('Hel'), model('lo'), model('\n'), model('world')]);
    expect(history.getHistory(true)).toEqual([user('q'), model('Hello\nworld')]);
  });

  it('refuses an answer that is not a list, and records nothing', () => {
    const history = new ChatHistory();
    expect(() => history.record(user('q'), model('a') as never)).toThrow(
      new TypeError('modelOutput must be a list of contents'),
    );
    expect(history.getHistory()).toEqual([]);
  });

  it('merges chunks before it validates them, so a blank chunk does no harm', () => {
    const history = new ChatHistory();
    history.record(user('q'), [model('\n'), model('yes')]);
    history.record(user('r'), [model('no'), model('')]);
    expect(history.getHistory(true)).toEqual([user('q'), model('\nyes'), user('r'), model('no')]);
  });

  it('never merges text across a call or a result', () => {
    const history = new ChatHistory();
    history.record(user('q'), [model('a'), calls(call('f')), model('b'), model('c')]);
    expect(history.getHistory()).toEqual([user('q'), model('a'), calls(call('f')), model('bc')]);
    const mixed = calls({ text: 'x' }, call('f'), { text: 'y' });
    history.replace([]);
    history.record(user('q'), [mixed, model('z')]);
    expect(history.getHistory()).toEqual([user('q'), mixed, model('z')]);
  });

  it('merges the text of a chunk that also holds a call', () => {
    const history = new ChatHistory();
    const chunk = calls({ text: 'both.' }, call('f'), { text: 'c' });
    history.record(user('q'), [model('I '), model('read '), chunk, model('d')]);
    const answer = calls({ text: 'I read both.' }, call('f'), { text: 'c' });
    expect(history.getHistory()).toEqual([user('q'), answer, model('d')]);
    expect(history.getHistory(true)).toEqual(history.getHistory());
    history.replace([user('q'), thought('hm'), chunk]);
    history.record(user('r'), [thought('hm'), chunk]);
    expect(history.getHistory().slice(3)).toEqual([user('r'), thought('hm'), chunk]);
  });

  it('takes text of characters without width for blank', () => {
    const history = new ChatHistory();
    history.record(user('q'), [model('\u200b'), model(' \u2060\ufeff')]);
    expect(history.getHistory()).toHaveLength(2);
    expect(history.getHistory(true)).toEqual([]);
  });

  it('never concatenates a part that carries a signature', () => {
    const history = new ChatHistory();
    const signed = { role: 'model', parts: [{ text: 'b', thoughtSignature: 'c2ln' }] };
    history.record(user('q'), [model('a'), signed, model('c'), model('d')]);
    expect(history.getHistory(true)[1]!.parts).toEqual([
      { text: 'a' },
      { text: 'b', thoughtSignature: 'c2ln' },
      { text: 'cd' },
    ]);
  });

  it('merges text chunks whose other fields are all undefined, as some SDKs send them', () => {
    const history = new ChatHistory();
    const chunk = { role: 'model', parts: [{ text: 'a', functionCall: undefined } as unknown as Part] };
    history.record(user('q'), [chunk, model('b')]);
    expect(history.getHistory(true)).toEqual([user('q'), model('ab')]);
  });

  it('makes up no text for a part without any, and merges none into a part that also holds a call', () => {
    for (const part of [{}, { thoughtSignature: 'c2ln' }, { text: 'x', ...call('f') }]) {
      const history = new ChatHistory();
      const chunk = { role: 'model', parts: [part] };
      history.record(user('q'), [model('a'), chunk, model('b')]);
      expect(history.getHistory()).toEqual([user('q'), model('a'), chunk, model('b')]);
    }
  });

  it('never concatenates a thought and an answer', () => {
    const history = new ChatHistory();
    const mixed = { role: 'model', parts: [{ text: 'hm', thought: true }, { text: 'b' }] };
    history.record(user('q'), [model('a'), mixed]);
    expect(history.getHistory()[1]!.parts).toEqual([{ text: 'a' }, ...mixed.parts]);
  });

  it('keeps the empty text that carries the signature at the end of a stream', () => {
    const history = new ChatHistory();
    history.record(user('q'), [model('a'), { role: 'model', parts: [{ text: '', thoughtSignature: 'c2ln' }] }]);
    expect(history.requestContents()[1]!.parts).toEqual([{ text: 'a' }, { text: '', thoughtSignature: 'c2ln' }]);
  });

  it('keeps thinking and answer in separate contents', () => {
    const history = new ChatHistory();
    history.record(user('q'), [thought('let '), thought('me'), model('yes')]);
    history.record(user('r'), [thought('hm'), calls(call('f')), thought('done')]);
    expect(history.getHistory(true)).toEqual([user('q'), model('yes'), user('r'), calls(call('f'))]);
    expect(history.requestContents(undefined, { thoughts: true })).toEqual([
      user('q'),
      thought('let me'),
      model('yes'),
      user('r'),
      thought('hm'),
      calls(call('f')),
      thought('done'),
    ]);
    expect(history.getHistory()).toEqual(history.requestContents(undefined, { thoughts: true }));
  });

  it.each([
    ['an empty chunk', EMPTY],
    ['a chunk without parts', { role: 'model' }],
    ['a blank chunk after a call', model('\n')],
    ['a thought', { role: 'model', parts: [{ text: 'hm', thought: true }] }],
  ])('keeps an answer that ends with %s', (_, chunk) => {
    const history = new ChatHistory();
    history.record(user('q'), [model('Reading.'), calls(call('read', {}, 'c1')), chunk]);
    history.record(results(result('read', { text: 'a' }, 'c1')), [model('It says a.'), chunk]);
    expect(history.requestContents('next').map(({ role }) => role)).toEqual([
      'user',
      'model',
      'model',
      'user',
      'model',
      'user',
    ]);
    expect(JSON.stringify(history.requestContents())).toContain('"functionCall"');
  });

  it.each([
    ['an image', { inlineData: { data: 'AAAA', mimeType: 'image/png' } }],
    ['a file', { fileData: { fileUri: 'files/a.pdf' } }],
    ['code', { executableCode: { code: 'print(1)', language: 'PYTHON' } }],
    ['the result of code', { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } }],
    ['a part of an unknown kind', { hologram: { of: 'a cat' } }],
  ])('keeps an exchange that was answered with %s', (_, part) => {
    const history = new ChatHistory();
    history.record(user('q'), [{ role: 'model', parts: [part as Part] }]);
    expect(history.getHistory(true)).toEqual([user('q'), { role: 'model', parts: [part] }]);
    expect(toGeminiRequest({ model: 'gemini-2.5-pro', history }).contents).toHaveLength(2);
    expect(toOpenAIRequest({ model: 'm', history }).messages).toHaveLength(2);
  });

  it('adds signed chunks without examining the earlier ones again', () => {
    const parts = Array.from({ length: 3_000 }, (_, index) => ({ text: `${index}`, thoughtSignature: 'c2ln' }));
    const keys = vi.spyOn(Object, 'keys');
    try {
      new ChatHistory().record(
        user('q'),
        parts.map((part) => ({ role: 'model', parts: [part] })),
      );
      expect(keys.mock.calls.length).toBeLessThan(parts.length * 8);
    } finally {
      keys.mockRestore();
    }
  });

  it('records an empty answer if there is no output, and leaves the exchange out of the curated view', () => {
    const history = new ChatHistory([user('a'), model('b')]);
    history.record(user('q'), []);
    expect(history.getHistory()).toEqual([user('a'), model('b'), user('q'), EMPTY]);
    expect(history.getHistory(true)).toEqual([user('a'), model('b')]);
  });

  it('leaves an exchange out of the curated view if its answer is only thinking', () => {
    const history = new ChatHistory();
    history.record(user('q'), [{ role: 'model', parts: [{ text: 'hm', thought: true }] }]);
    expect(history.getHistory()).toHaveLength(2);
    expect(history.getHistory(true)).toEqual([]);
  });

  it('records the curated automatic history instead of the user input', () => {
    const history = new ChatHistory();
    const automatic = [user('q'), calls(call('f')), results(result('f', { ok: 1 }))];
    history.record(user('q'), [model('done')], [model('before the user'), ...automatic]);
    expect(history.getHistory()).toEqual([...automatic, model('done')]);
  });

  it('records the user input if the curated automatic history is empty', () => {
    const history = new ChatHistory();
    history.record(user('q'), [model('done')], [user('q'), EMPTY]);
    history.record(user('r'), [model('done')], []);
    expect(history.getHistory()).toEqual([user('q'), model('done'), user('r'), model('done')]);
  });

  it('merges the answer into a trailing model text of the history', () => {
    const history = new ChatHistory();
    history.record(user('q'), [model('there'), calls(call('f'))], [user('q'), model('I am ')]);
    expect(history.getHistory()).toEqual([user('q'), model('I am there'), calls(call('f'))]);
  });

  it('validates a merged answer as a whole', () => {
    const history = new ChatHistory([user('q')]);
    history.record(model(' '), [model('yes')]);
    expect(history.getHistory(true)).toEqual([user('q'), model(' yes')]);
    const blank = new ChatHistory([user('q')]);
    blank.record(model(' '), [model(' ')]);
    expect(blank.getHistory()).toEqual([user('q'), model('  ')]);
    expect(blank.getHistory(true)).toEqual([]);
  });

  it('merges a model’s text into one before the first user content, too', () => {
    const history = new ChatHistory();
    history.record(model('Good '), [model('morning')]);
    expect(history.getHistory()).toEqual([model('Good morning')]);
    expect(history.getHistory(true)).toEqual([]);
  });

  it('ignores parts that are not objects', () => {
    const withNulls = { role: 'model', parts: [null, undefined, { text: 'a' }] as unknown as Part[] };
    const history = new ChatHistory([user('q'), withNulls]);
    history.record({ role: 'user', parts: null as unknown as Part[] }, [withNulls], [user('r'), withNulls]);
    expect(history.getHistory(true)).toEqual([user('q'), model('a'), user('r'), model('aa')]);
    expect(toOpenAIRequest({ model: 'm', contents: [user('q'), withNulls] }).messages).toHaveLength(2);
  });

  it('treats model output without a role as the model’s', () => {
    const history = new ChatHistory();
    history.record(user('q'), [{ parts: [{ text: 'a' }] }]);
    expect(history.getHistory(true)).toEqual([user('q'), model('a')]);
  });

  it('keeps the role that the output has, even if it is not the model’s', () => {
    const history = new ChatHistory();
    history.record(user('q'), [model('a'), user('interruption')]);
    expect(history.getHistory()).toEqual([user('q'), model('a'), user('interruption')]);
  });
});
