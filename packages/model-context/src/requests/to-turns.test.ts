import { describe, expect, it } from 'vitest';
import { call, calls, model, result, results, user } from '../__fixtures__/histories.ts';
import type { Content, Part } from '../content.ts';
import { toTurns } from './to-turns.ts';

const turns = (...contents: Content[]) => toTurns(contents, () => true);
/** A part as a service or a careless caller may give it, whatever its type says. */
const malformed = (part: Record<string, unknown>) => part as Part;

describe('the turns of a conversation', () => {
  it('hold all calls of one answer, whatever empty contents the stream has in between', () => {
    const made = turns(user('a'), calls(call('f')), { role: 'user', parts: [] }, { role: 'model' }, calls(call('g')));
    expect(made).toMatchObject([{ kind: 'message' }, { kind: 'calls', calls: [{ name: 'f' }, { name: 'g' }] }]);
  });

  it('hold the model’s messages before a call together with the call, in order', () => {
    const [, made] = turns(user('a'), model('one'), model('two'), calls(call('f')));
    expect(made).toMatchObject({ kind: 'calls', parts: [{ text: 'one' }, { text: 'two' }, call('f')] });
  });

  it('pair each call with its own result, even if the caller uses one object for several parts', () => {
    const [again, answer] = [call('f'), result('f', { same: true })];
    const made = turns(results(answer), calls(again), results(answer), calls(again), results(result('f', { n: 2 })));
    expect(made).toMatchObject([
      { kind: 'message', role: 'user', parts: [{ text: 'Result of tool f:\n{"same":true}' }] },
      { kind: 'calls', calls: [{ response: { same: true } }] },
      { kind: 'calls', calls: [{ response: { n: 2 } }] },
    ]);
  });

  it('hold no thinking that the model did not do', () => {
    expect(turns(calls(call('f')))).toMatchObject([{ kind: 'calls', reasoning: '' }]);
    expect(turns(user('a'), calls({ thought: true }, call('f')))).toMatchObject([{}, { reasoning: '' }]);
  });

  it('hold the thoughts of one content as one text', () => {
    const thoughts = [
      { text: 'First a, ', thought: true },
      { text: 'then b.', thought: true },
    ];
    expect(turns(user('a'), calls(...thoughts, call('f')))).toMatchObject([{}, { reasoning: 'First a, then b.' }]);
  });

  it('say in words that the result of a call is missing', () => {
    const [, made] = turns(user('a'), calls(call('f')));
    const error = 'There is no result for this call: it was not run or its result was lost.';
    expect(made).toMatchObject({ calls: [{ response: { error } }] });
  });

  it('have an empty object for arguments and results that are missing or null', () => {
    for (const none of [undefined, null]) {
      const [, made] = turns(
        user('a'),
        calls(malformed({ functionCall: { name: 'f', args: none } })),
        results(malformed({ functionResponse: { name: 'f', response: none } })),
      );
      const [paired] = (made as Extract<typeof made, { kind: 'calls' }>).calls;
      expect([paired!.args, paired!.response]).toStrictEqual([{}, {}]);
    }
  });

  it('write a result that answers no call as text, with whatever is known of it', () => {
    const said = turns(
      results(malformed({ functionResponse: { response: 'done' } })),
      results(malformed({ functionResponse: { name: 'f' } })),
    );
    expect(said).toMatchObject([
      { role: 'user', parts: [{ text: 'Result of tool unknown:\n{"output":"done"}' }] },
      { role: 'user', parts: [{ text: 'Result of tool f:\n{}' }] },
    ]);
  });

  it('write a call of the user as text, with whatever is known of it', () => {
    const text = (part: Part) => turns({ role: 'user', parts: [part] })[0]!.parts[0]!.text;
    expect(text(call('f', { a: 1 }))).toBe('```json\n{"tool_call":{"name":"f","arguments":{"a":1}}}\n```');
    expect(text(malformed({ functionCall: {} }))).toBe(
      '```json\n{"tool_call":{"name":"unknown_tool","arguments":{}}}\n```',
    );
  });
});

describe('what a service would refuse', () => {
  const sent = (...parts: Part[]) => turns({ role: 'user', parts: [{ text: 'a' }, ...parts] })[0]!.parts.slice(1);

  it('is left out: files without an address, and signatures without text', () => {
    expect(sent({ fileData: {} }, { fileData: { mimeType: 'text/plain' } })).toEqual([]);
    expect(sent({ thoughtSignature: 'c2ln' })).toEqual([]);
    expect(sent({ text: '', thoughtSignature: 'c2ln' })).toEqual([{ text: '', thoughtSignature: 'c2ln' }]);
  });

  it('is left out of the media of a result', () => {
    const image = { inlineData: { data: 'AA', mimeType: 'image/png' } };
    const answer = { functionResponse: { name: 'f', response: {}, parts: [{ inlineData: {} }, image] } };
    expect(turns(user('a'), calls(call('f')), results(answer))).toMatchObject([{}, { calls: [{ media: [image] }] }]);
  });

  it('is split: thinking and a call in one part', () => {
    const [, made] = turns(user('a'), calls({ text: 'hm', thought: true, ...call('f') }), results(result('f')));
    expect(made).toMatchObject({ kind: 'calls', reasoning: 'hm', parts: [call('f')] });
  });
});
