import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyHistory, call, calls, model, result, results, user } from '../__fixtures__/histories.ts';
import type { Content } from '../content.ts';
import { isValidContent } from '../content-validity.ts';
import { ChatHistory } from '../history/chat-history.ts';
import { toOpenAIRequest } from '../requests/openai-request.ts';
import { type CompressLimits, checkedLimits, compressHistory } from './compress-history.ts';

/** One token per character of JSON, which is easy to calculate with. */
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

  it('compresses from the threshold on, and counts the tokens that the request has besides the history', async () => {
    const compress = (tokens: number, otherTokens: number) => {
      const counts = [tokens, 10];
      const history = new ChatHistory([user('a'), model('b'), user('c'), model('d')]);
      return compressHistory(history, {
        countTokens: () => counts.shift()!,
        tokenLimit: 100,
        threshold: 0.5,
        otherTokens,
        summarize: () => SUMMARY,
      });
    };
    expect(await compress(49, 0)).toBeNull();
    expect(await compress(50, 0)).toMatchObject({ status: 'compressed' });
    expect(await compress(30, 19)).toBeNull();
    expect(await compress(30, 20)).toMatchObject({ status: 'compressed' });
  });

  it('does not compress if the compressed history would have as many tokens', async () => {
    const history = new ChatHistory([user('a'), model('b'), user('c'), model('d')]);
    const outcome = await compressHistory(history, { countTokens: () => 50, tokenLimit: 1, summarize: () => SUMMARY });
    expect(outcome).toEqual({ originalTokenCount: 50, newTokenCount: 50, status: 'not-smaller' });
  });

  it('replaces the older part by a summary and an acknowledgement once the threshold is reached', async () => {
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

  it('calls the token counter fewer than 26 times for 2,000 contents', async () => {
    let asked = 0;
    const counting = (contents: Content[]) => {
      asked += 1;
      return countTokens(contents);
    };
    const history = new ChatHistory(exchanges(500));
    await compressHistory(history, { countTokens: counting, tokenLimit: 1, summarize: () => SUMMARY });
    expect(asked).toBeLessThan(26);
  });

  it('calls the token counter only twice if there is only one place to cut', async () => {
    const chat = [user('a'), model('b'), user('c'), model('d')];
    const toolLoop = [user('a'), calls(call('f')), results(result('f')), model('d')];
    for (const contents of [chat, toolLoop]) {
      const counts = [800, 300];
      const options = { countTokens: () => counts.shift()!, tokenLimit: 1_000, summarize: () => SUMMARY };
      expect(await compressHistory(new ChatHistory(contents), options)).toEqual({
        originalTokenCount: 800,
        newTokenCount: 300,
        status: 'compressed',
      });
    }
  });

  it('keeps the recent part whole, with contents that may not be sent', async () => {
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
    ['summary-empty', () => undefined as unknown as string],
    ['not-smaller', () => 'long '.repeat(5_000)],
  ];

  it.each(failures)('leaves the history unchanged when it ends in %s', async (status, summarize) => {
    const history = new ChatHistory([...exchanges(20), user('lost'), { role: 'model', parts: [] }]);
    const before = history.getHistory();
    const outcome = await compressHistory(history, { countTokens, tokenLimit: 1_000, summarize });
    expect(outcome).toMatchObject({ status, originalTokenCount: countTokens(history.requestContents()) });
    expect(history.getHistory()).toEqual(before);
  });

  it('never asks for a summary of an empty list', async () => {
    const uncuttable = [
      [user('one long task '.repeat(100))],
      [user('task'), calls(call('f', {}, 'x')), results(result('f', { text: 'x'.repeat(500) }, 'x'))],
      [{ role: 'model', parts: [] }, user('task '.repeat(100)), model('done')],
      [{ role: 'user', parts: [] }, user('task '.repeat(100)), model('done')],
    ];
    const summarize = () => expect.unreachable();
    for (const contents of uncuttable) {
      const history = new ChatHistory(contents);
      expect(await compressHistory(history, { tokenLimit: 1, summarize })).toMatchObject({ status: 'not-smaller' });
      expect(history.getHistory()).toEqual(contents);
    }
  });

  it('summarises every valid content of the older part, answered or not, without thoughts', async () => {
    const thinking = { text: 'hm', thought: true };
    const older = [
      user('unanswered'),
      { role: 'model', parts: [] },
      user('b'),
      { role: 'model', parts: [thinking, { text: 'c' }] },
    ];
    const history = new ChatHistory([...older, user('big '.repeat(500)), model('ok')]);
    let given: Content[] = [];
    await compressHistory(history, {
      countTokens,
      tokenLimit: 100,
      summarize: (contents) => {
        given = contents;
        return 'S';
      },
    });
    expect(given).toEqual([user('unanswered'), user('b'), model('c')]);
  });

  it('cuts one long tool loop after a result, never between a call and its result', async () => {
    const loop = exchanges(40).filter((content) => !/question|answer/.test(JSON.stringify(content)));
    const history = new ChatHistory([user('one long task'), ...loop, calls(call('read', {}, 'last'))]);
    const outcome = await compressHistory(history, { countTokens, tokenLimit: 1_000, summarize: () => SUMMARY });
    expect(outcome).toMatchObject({ status: 'compressed' });
    const [summary, acknowledgement, ...kept] = history.getHistory();
    expect(summary).toEqual(user(SUMMARY));
    expect(acknowledgement!.role).toBe('model');
    expect(kept).toEqual([...loop, calls(call('read', {}, 'last'))].slice(-kept.length));
    expect(kept[0]!.parts![0]!.functionCall).toBeDefined();
    const share = countTokens(kept) / outcome!.originalTokenCount;
    expect(share).toBeGreaterThanOrEqual(0.3);
    expect(share).toBeLessThan(0.4);
    expect(JSON.stringify(toOpenAIRequest({ model: 'm', history }).messages)).not.toContain('Result of tool');
  });

  it('cuts before a user text if one is near enough', async () => {
    const history = new ChatHistory(exchanges(10));
    await compressHistory(history, { countTokens, tokenLimit: 1_000, summarize: () => SUMMARY });
    expect(history.getHistory()[2]!.parts![0]!.text).toMatch(/^question/);
  });

  const step = [calls(call('f')), results(result('f'))];
  const steps = (count: number) => Array.from({ length: count }, () => step).flat();

  /** The number of contents that stay if each content is one token. */
  async function kept(contents: Content[], keepRecent: number): Promise<number> {
    const history = new ChatHistory(contents);
    await compressHistory(history, {
      countTokens: (all) => all.length,
      tokenLimit: 1,
      keepRecent,
      summarize: () => 'S',
    });
    return history.getHistory().length - 2;
  }

  it('prefers a cut before a user text, up to halfway between the share to keep and everything', async () => {
    const exchange = [user('a'), ...steps(2), model('done')];
    expect(await kept([...exchange, ...exchange, ...exchange, ...exchange, ...exchange], 0.25)).toBe(12);
    expect(await kept([user('a'), ...steps(3), model('b'), user('c'), ...steps(5), model('d')], 0.2)).toBe(12);
    expect(await kept([user('a'), ...steps(2), model('b'), user('c'), ...steps(6), model('d')], 0.2)).toBe(5);
  });

  it('cuts inside a tool loop rather than keep less than the share', async () => {
    expect(await kept([user('a'), ...steps(8), model('b'), user('c'), model('d')], 0.3)).toBe(7);
  });

  it('cuts as early as possible if the newest exchanges are smaller than the share to keep', async () => {
    const history = new ChatHistory([user('big '.repeat(500)), model('ok'), user('small'), model('ok')]);
    await compressHistory(history, { countTokens, tokenLimit: 100, summarize: () => SUMMARY });
    expect(history.getHistory().slice(2)).toEqual([user('small'), model('ok')]);
  });

  it('compresses below the threshold when forced, and counts with the estimate by default', async () => {
    const history = new ChatHistory(exchanges(20));
    const outcome = await compressHistory(history, { tokenLimit: 1e6, force: true, summarize: () => SUMMARY });
    expect(outcome).toMatchObject({ status: 'compressed' });
  });

  it('keeps contents recorded during the summary, and gives up if the history was replaced during it', async () => {
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

  it('refuses limits and shares out of range', async () => {
    const history = new ChatHistory();
    const wrong: [CompressLimits, message: string][] = [
      [{ tokenLimit: 0 }, 'tokenLimit must be more than 0, not 0'],
      [{ tokenLimit: 1, threshold: 0 }, 'threshold must be more than 0 and at most 1, not 0'],
      [{ tokenLimit: 1, threshold: 1.1 }, 'threshold must be more than 0 and at most 1, not 1.1'],
      [{ tokenLimit: 1, keepRecent: -0.1 }, 'keepRecent must be at least 0 and less than 1, not -0.1'],
      [{ tokenLimit: 1, keepRecent: 1 }, 'keepRecent must be at least 0 and less than 1, not 1'],
    ];
    for (const [limits, message] of wrong) {
      const compressing = compressHistory(history, { ...limits, summarize: () => SUMMARY });
      await expect(compressing).rejects.toThrow(new RangeError(message));
    }
    const extreme = { tokenLimit: 1, threshold: 1, keepRecent: 0 };
    expect(checkedLimits(extreme)).toEqual(extreme);
  });

  it('summarises every valid content that it does not keep', async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, async (contents) => {
        const history = new ChatHistory(contents);
        let older: Content[] | undefined;
        const outcome = await compressHistory(history, {
          countTokens,
          tokenLimit: 1,
          summarize: (given) => {
            older = given;
            return 'S';
          },
        });
        if (older !== undefined) expect(older.length).toBeGreaterThan(0);
        if (outcome?.status !== 'compressed') {
          expect(history.getHistory()).toEqual(contents);
          return;
        }
        const kept = history.getHistory().slice(2);
        expect(kept).toEqual(contents.slice(contents.length - kept.length));
        expect(older).toHaveLength(contents.slice(0, contents.length - kept.length).filter(isValidContent).length);
      }),
    );
  });
});
