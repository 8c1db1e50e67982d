import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyHistory, call, calls, model, result, results, user } from '../__fixtures__/histories.ts';
import type { Content } from '../content.ts';
import { ChatHistory } from '../history/chat-history.ts';
import { matchToolResults } from '../requests/match-tool-results.ts';
import { compressHistory } from './compress-history.ts';
import { cutPoints } from './find-cut.ts';

/** One token a letter of JSON: easy to reckon with. */
const countTokens = (contents: readonly Content[]) => JSON.stringify(contents).length;
const SUMMARY = 'They talked.';

function exchanges(count: number): Content[] {
  return Array.from({ length: count }, (_, index) => [
    user(`question ${index}`),
    calls(call('read', { path: `${index}` }, `c${index}`), call('read', { path: `${index}b` })),
    results(result('read', { text: 'x'.repeat(index % 7) }, `c${index}`), result('read', { text: 'y' })),
    model(`answer ${index}`),
  ]).flat();
}

describe('compressHistory', () => {
  it('returns null below the threshold, and for an empty history', async () => {
    const history = new ChatHistory(exchanges(2));
    const tokens = countTokens(history.requestContents());
    const options = { countTokens, summarize: () => SUMMARY };
    expect(await compressHistory(history, { ...options, tokenLimit: Math.ceil(tokens / 0.7) + 1 })).toBeNull();
    expect(await compressHistory(new ChatHistory(), { ...options, tokenLimit: 1, force: true })).toBeNull();
    expect(history.getHistory()).toEqual(exchanges(2));
  });

  it('compresses from the threshold on: summary, acknowledgement, the kept part word for word', async () => {
    const contents = exchanges(500);
    const history = new ChatHistory(contents);
    let older: Content[] = [];
    const tokenLimit = countTokens(contents);
    const outcome = await compressHistory(history, {
      countTokens,
      tokenLimit,
      summarize: async (given) => {
        older = given;
        return SUMMARY;
      },
    });
    const [summary, acknowledgement, ...kept] = history.getHistory();
    expect(outcome).toEqual({
      originalTokenCount: tokenLimit,
      newTokenCount: countTokens(history.requestContents()),
      status: 'compressed',
    });
    expect(summary).toEqual(user(SUMMARY));
    expect(acknowledgement!.role).toBe('model');
    expect([...older, ...kept]).toEqual(contents);
    expect(kept[0]).toEqual(user(expect.stringMatching(/^question/) as unknown as string));
    const share = countTokens(kept) / tokenLimit;
    expect(share).toBeGreaterThanOrEqual(0.3);
    expect(share).toBeLessThan(0.31);
  });

  it('asks the counter a handful of times, not once a content', async () => {
    let asked = 0;
    const counting = (contents: Content[]) => {
      asked += 1;
      return countTokens(contents);
    };
    const history = new ChatHistory(exchanges(500));
    await compressHistory(history, { countTokens: counting, tokenLimit: 1, summarize: () => SUMMARY });
    expect(asked).toBeLessThan(14);
  });

  it('keeps what may not be sent as well, in the part it keeps', async () => {
    const kept = [user('recent '.repeat(500)), model('yes'), user('unanswered'), { role: 'model', parts: [] }];
    const history = new ChatHistory([...exchanges(20), ...kept]);
    await compressHistory(history, { countTokens, tokenLimit: 1, summarize: () => SUMMARY });
    expect(history.getHistory().slice(2)).toEqual(kept);
  });

  const failures: [status: string, summarize: () => string | Promise<string>][] = [
    ['summary-failed', () => Promise.reject(new Error('no model'))],
    [
      'summary-failed',
      (): string => {
        throw new Error('no model');
      },
    ],
    ['summary-empty', () => ' \n'],
    ['not-smaller', () => 'long '.repeat(5_000)],
  ];

  it.each(failures)('leaves no trace when it ends in %s', async (status, summarize) => {
    const history = new ChatHistory([...exchanges(20), user('lost'), { role: 'model', parts: [] }]);
    const before = history.getHistory();
    const outcome = await compressHistory(history, { countTokens, tokenLimit: 1_000, summarize });
    expect(outcome).toMatchObject({ status, originalTokenCount: countTokens(history.requestContents()) });
    expect(history.getHistory()).toEqual(before);
  });

  it('does not ask for a summary where there is nowhere to cut', async () => {
    const history = new ChatHistory([
      user('one long task'),
      ...exchanges(5).filter((content) => !/question/.test(JSON.stringify(content))),
    ]);
    const summarize = () => expect.unreachable();
    expect(await compressHistory(history, { tokenLimit: 1, summarize })).toMatchObject({ status: 'not-smaller' });
  });

  it('cuts as early as it can where the newest exchanges alone are too small', async () => {
    const history = new ChatHistory([user('big '.repeat(500)), model('ok'), user('small'), model('ok')]);
    await compressHistory(history, { countTokens, tokenLimit: 100, summarize: () => SUMMARY });
    expect(history.getHistory().slice(2)).toEqual([user('small'), model('ok')]);
  });

  it('compresses below the threshold when forced, with the estimate as its counter', async () => {
    const history = new ChatHistory(exchanges(20));
    const outcome = await compressHistory(history, { tokenLimit: 1e6, force: true, summarize: () => SUMMARY });
    expect(outcome).toMatchObject({ status: 'compressed' });
  });

  it('keeps what is recorded meanwhile, and does nothing to a history that was replaced meanwhile', async () => {
    const history = new ChatHistory(exchanges(20));
    const recording = () => {
      history.record(user('meanwhile'), [model('noted')]);
      return SUMMARY;
    };
    await compressHistory(history, { countTokens, tokenLimit: 1_000, summarize: recording });
    expect(history.getHistory().slice(-2)).toEqual([user('meanwhile'), model('noted')]);
    const replacing = () => {
      history.replace([user('new start')]);
      return SUMMARY;
    };
    const outcome = await compressHistory(history, { countTokens, tokenLimit: 100, summarize: replacing });
    expect(outcome).toMatchObject({ status: 'summary-failed' });
    expect(history.getHistory()).toEqual([user('new start')]);
  });

  it('refuses limits and shares that make no sense', async () => {
    const history = new ChatHistory();
    const wrong = [
      { tokenLimit: 0 },
      { tokenLimit: 1, threshold: 0 },
      { tokenLimit: 1, threshold: 1.1 },
      { tokenLimit: 1, keepRecent: 1 },
    ];
    for (const options of wrong) {
      await expect(compressHistory(history, { ...options, summarize: () => SUMMARY })).rejects.toThrow(RangeError);
    }
  });

  it('never cuts between a call and its result, nor anywhere but before a user text', () => {
    fc.assert(
      fc.property(anyHistory, (contents) => {
        const matches = matchToolResults(contents);
        for (const cut of cutPoints(contents)) {
          expect(contents[cut]!.parts!.some((part) => part.text?.trim())).toBe(true);
          expect(matches.some(({ callAt, resultAt }) => callAt < cut && cut <= resultAt)).toBe(false);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('cuts between no call and its result where a user spoke in between', () => {
    const contents = [user('a'), calls(call('f', {}, 'x')), user('b'), results(result('f', {}, 'x')), user('c')];
    expect(cutPoints(contents)).toEqual([4]);
  });
});
