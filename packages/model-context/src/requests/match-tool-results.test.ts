import { describe, expect, it } from 'vitest';
import { call, calls, result, results, user } from '../__fixtures__/histories.ts';
import type { Content } from '../content.ts';
import { matchToolResults } from './match-tool-results.ts';

const pairs = (contents: Content[]) =>
  matchToolResults(contents).map(({ callPart, resultPart }) => [
    callPart.functionCall!.args!['n'],
    resultPart.functionResponse!.response!['n'],
  ]);

describe('matching results to calls', () => {
  it('matches by id first, also across contents', () => {
    const made = [calls(call('f', { n: 1 }, 'a')), user('x'), calls(call('f', { n: 2 }, 'b'))];
    expect(pairs([...made, results(result('f', { n: 1 }, 'a'), result('f', { n: 2 }, 'b'))])).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  it('matches by name and order without ids, over all contents of one answer', () => {
    const made = [calls(call('f', { n: 1 })), calls(call('g', { n: 2 }), call('f', { n: 3 }))];
    const answered = results(result('f', { n: 1 }), result('g', { n: 2 }), result('f', { n: 3 }));
    expect(pairs([...made, answered])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
  });

  it('matches a result without a name to the next unanswered call', () => {
    const nameless = { functionResponse: { response: { n: 1 } } };
    expect(pairs([calls(call('f', { n: 1 })), results(nameless)])).toEqual([[1, 1]]);
  });

  it('matches the calls of an earlier answer once those of the newest have their results', () => {
    const made = [user('a'), calls(call('f', { n: 1 })), user('b'), calls(call('f', { n: 2 }))];
    expect(pairs([...made, results(result('f', { n: 2 }), result('f', { n: 1 }))])).toEqual([
      [2, 2],
      [1, 1],
    ]);
  });

  it('does not match a call by name that was matched by id', () => {
    const made = calls(call('f', { n: 1 }, 'a'), call('f', { n: 2 }, 'b'));
    expect(pairs([made, results(result('f', { n: 1 }, 'a'), result('f', { n: 2 }))])).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  it('matches no call twice, none with an earlier result, and none with another id', () => {
    expect(pairs([calls(call('f', { n: 1 })), results(result('f', { n: 1 }), result('f', { n: 2 }))])).toEqual([
      [1, 1],
    ]);
    expect(pairs([results(result('f', { n: 1 })), calls(call('f', { n: 1 }))])).toEqual([]);
    expect(pairs([calls(call('f', { n: 1 }, 'a')), results(result('f', { n: 1 }, 'b'))])).toEqual([]);
  });
});
