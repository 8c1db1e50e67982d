import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyHistory, call, calls, model, result, results, user } from '../__fixtures__/histories.ts';
import { isValidContent } from '../content-validity.ts';
import { matchToolResults } from '../requests/match-tool-results.ts';
import { cutPoints } from './find-cut.ts';

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
  });
});
