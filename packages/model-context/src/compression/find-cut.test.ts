import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyHistory, call, calls, model, result, results, user } from '../__fixtures__/histories.ts';
import { isValidContent } from '../content-validity.ts';
import { matchToolResults } from '../requests/match-tool-results.ts';
import { cutPoints, findCut } from './find-cut.ts';

describe('cutPoints', () => {
  it('never cuts between a call and its result, nor before the first valid content', () => {
    fc.assert(
      fc.property(anyHistory, (contents) => {
        const matches = matchToolResults(contents);
        const { beforeUserText, all } = cutPoints(contents);
        for (const cut of beforeUserText) {
          expect(all).toContain(cut);
          expect(contents[cut]!.parts!.some((part) => part.text?.trim())).toBe(true);
        }
        for (const cut of all) {
          expect(matches.some(({ callAt, resultAt }) => callAt < cut && cut <= resultAt)).toBe(false);
          expect(contents.slice(0, cut).some(isValidContent)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('does not cut before a user text that stands between a call and its result', () => {
    const contents = [user('a'), calls(call('f', {}, 'x')), user('b'), results(result('f', {}, 'x')), user('c')];
    expect(cutPoints(contents)).toEqual({ beforeUserText: [4], all: [4] });
  });

  it('does not cut after a call that may still get its result, but does after one that never will', () => {
    const done = [user('a'), calls(call('f', {}, 'x')), results(result('f', {}, 'x'))];
    expect(cutPoints([...done, calls(call('g', {}, 'y')), model('wait')]).all).toEqual([3]);
    expect(cutPoints([user('a'), calls(call('f', {}, 'x')), user('b'), model('c')]).all).toEqual([2]);
    const odd = { role: 'model', parts: [result('f', {}, 'x')] };
    expect(cutPoints([user('a'), calls(call('g', {}, 'y')), odd, model('wait')]).all).toEqual([]);
  });

  it('does not cut before the last result of parallel calls, in whatever order the results come', () => {
    const made = [user('a'), calls(call('f', {}, 'x'), call('f', {}, 'y'))];
    const [x, y] = [results(result('f', {}, 'x')), results(result('f', {}, 'y'))];
    expect(cutPoints([...made, x, y, model('b')]).all).toEqual([4]);
    expect(cutPoints([...made, y, x, model('b')]).all).toEqual([4]);
  });

  it('does not take thoughts, or text beside a result, for a user’s text', () => {
    const said = (thought: boolean) => ({ role: 'user', parts: [{ text: 'b', thought }] });
    expect(cutPoints([user('a'), said(false)]).beforeUserText).toEqual([1]);
    expect(cutPoints([user('a'), said(true)]).beforeUserText).toEqual([]);
    expect(cutPoints([user('a'), results(result('f'), { text: 'b' })]).beforeUserText).toEqual([]);
  });
});

describe('findCut', () => {
  it('finds the newest point with enough tokens after it, else the oldest', async () => {
    const tokensFrom = (at: number) => 40 - 10 * at;
    expect(await findCut([1, 2, 3], 20, tokensFrom)).toBe(2);
    expect(await findCut([1, 2, 3], 21, tokensFrom)).toBe(1);
    expect(await findCut([1, 2, 3], 35, tokensFrom)).toBe(1);
    expect(await findCut([], 20, tokensFrom)).toBeUndefined();
  });
});
