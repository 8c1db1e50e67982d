import { describe, expect, it } from 'vitest';
import { call, calls, model, result, results, user } from '../__fixtures__/histories.ts';
import type { Content, Part } from '../content.ts';
import { ChatHistory } from './chat-history.ts';

const EMPTY: Content = { role: 'model', parts: [] };

describe('ChatHistory views', () => {
  it('returns everything in the comprehensive view, empty and invalid answers included', () => {
    const contents = [model('early'), user('a'), EMPTY, user('b'), model('c')];
    const history = new ChatHistory(contents);
    expect(history.getHistory()).toEqual(contents);
    expect(history.getHistory(true)).toEqual([user('b'), model('c')]);
  });

  it('shares no object with its caller, neither given nor returned', () => {
    const given = [user('a'), calls(call('f', { deep: { list: [1] } }))];
    const history = new ChatHistory(given);
    given[1]!.parts![0]!.functionCall!.args!['deep'] = 'changed outside';
    const copy = history.getHistory();
    copy[0]!.parts![0]!.text = 'changed too';
    expect(history.getHistory()).toEqual([user('a'), calls(call('f', { deep: { list: [1] } }))]);
    expect(history.getHistory(true)).not.toBe(history.getHistory(true));
  });

  it('treats a key named __proto__ as an ordinary key', () => {
    const args = JSON.parse('{"__proto__":{"polluted":true}}') as Record<string, unknown>;
    const history = new ChatHistory([calls(call('f', args))]);
    expect(JSON.stringify(history.getHistory())).toContain('"__proto__":{"polluted":true}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('copies bytes as bytes and dates as dates', () => {
    const when = new Date(0);
    const args = { bytes: new Uint8Array([1, 2]), when };
    const copy = new ChatHistory([calls(call('f', args))]).getHistory()[0]!.parts![0]!.functionCall!.args!;
    expect(copy).toEqual(args);
    expect(copy['when']).not.toBe(when);
  });
});

describe('ChatHistory.newAutomaticHistory', () => {
  it('returns the contents that the curated history does not have yet, over several turns', () => {
    const history = new ChatHistory([user('a'), EMPTY, user('b'), model('c')]);
    const sent = history.requestContents('q');
    const full = [...sent, calls(call('f')), results(result('f'))];
    const fresh = history.newAutomaticHistory(full);
    expect(fresh).toEqual(full.slice(2));
    history.record(user('q'), [model('done')], fresh);
    const again = [...history.requestContents('r'), calls(call('g')), results(result('g'))];
    history.record(user('r'), [model('ready')], history.newAutomaticHistory(again));
    expect(history.getHistory(true)).toEqual([...again, model('ready')]);
  });

  it('returns an empty list if nothing is new', () => {
    const history = new ChatHistory([user('a'), model('b')]);
    expect(history.newAutomaticHistory(history.requestContents())).toEqual([]);
    for (const none of [[], undefined, null]) expect(history.newAutomaticHistory(none)).toEqual([]);
  });
});

describe('ChatHistory.requestContents', () => {
  it('returns the curated history without thoughts, plus the new user content', () => {
    const history = new ChatHistory([
      user('a'),
      { role: 'model', parts: [{ text: 'hm', thought: true, thoughtSignature: 'dGg=' }, { text: 'b' }] },
      user('lost'),
      EMPTY,
    ]);
    expect(history.requestContents('q')).toEqual([user('a'), model('b'), user('q')]);
    expect(history.requestContents({ text: 'q' })).toEqual([user('a'), model('b'), user('q')]);
    expect(history.requestContents([{ text: 'q' }, { text: 'r' }]).at(-1)).toEqual(user('q', 'r'));
  });

  it('takes texts, parts and lists of both', () => {
    const history = new ChatHistory();
    for (const message of [
      ['q', 'r'],
      ['q', { text: 'r' }],
      [{ text: 'q' }, 'r'],
    ]) {
      expect(history.requestContents(message)).toEqual([user('q', 'r')]);
    }
  });

  it('leaves out user contents with nothing to send', () => {
    const history = new ChatHistory([{ role: 'user' }, model('a'), { role: 'user', parts: [] }, model('b')]);
    expect(history.requestContents()).toEqual([model('a'), model('b')]);
  });

  it('leaves out blank contents, even if thoughts are asked for', () => {
    const thought = { role: 'model', parts: [{ text: 'hm', thought: true }] };
    const history = new ChatHistory([user('a'), thought, model(' '), model('b')]);
    expect(history.requestContents(undefined, { thoughts: true })).toEqual([user('a'), thought, model('b')]);
  });

  it('leaves out a thought whose flag is a text, as early API versions sent it', () => {
    const early = { role: 'model', parts: [{ thought: 'hm' } as unknown as Part, { text: 'b' }] };
    expect(new ChatHistory([user('a'), early]).requestContents()).toEqual([user('a'), model('b')]);
  });

  it('keeps signatures of other parts byte for byte', () => {
    const signed = { ...call('f', { a: 1 }, 'id1'), thoughtSignature: 'AbC+/=\u0000' };
    const history = new ChatHistory([user('a'), calls(signed), results(result('f', {}, 'id1'))]);
    expect(history.requestContents()[1]!.parts![0]).toEqual(signed);
  });

  it('does not change the history', () => {
    const history = new ChatHistory([user('a'), model('b')]);
    history.requestContents('q').length = 0;
    expect(history.getHistory()).toEqual([user('a'), model('b')]);
  });
});

describe('ChatHistory.replace and clear', () => {
  it('change both views', () => {
    const history = new ChatHistory([user('a'), model('b')]);
    history.replace([user('c'), EMPTY, user('d')]);
    expect(history.getHistory()).toHaveLength(3);
    expect(history.getHistory(true)).toEqual([user('d')]);
    history.clear();
    expect(history.getHistory()).toEqual([]);
    expect(history.getHistory(true)).toEqual([]);
    history.record(user('e'), [model('f')]);
    expect(history.getHistory(true)).toEqual([user('e'), model('f')]);
  });
});
