import type { Content } from '../content.ts';
import { isThought, isValidContent } from '../content-validity.ts';
import { ChatHistory } from '../history/chat-history.ts';
import { toJson } from '../requests/to-json.ts';
import { estimateContentTokens } from './content-tokens.ts';
import { cutPoints, findCut } from './find-cut.ts';

/** Settings of `compressHistory`. */
export interface CompressOptions {
  /** Counts the tokens of contents. Default: `estimateContentTokens`. */
  readonly countTokens?: ((contents: Content[]) => number | Promise<number>) | undefined;
  /** The model's token limit. */
  readonly tokenLimit: number;
  /** Compress once the request takes this share of `tokenLimit`. More than 0, at most 1. Default 0.7. */
  readonly threshold?: number | undefined;
  /** Share of the tokens, counted from the newest, that stays word for word. From 0 to below 1. Default 0.3. */
  readonly keepRecent?: number | undefined;
  /** Tokens a request has besides the history, such as its system text and tools. They count too. Default 0. */
  readonly otherTokens?: number | undefined;
  /** Compress even below the threshold. Default false. */
  readonly force?: boolean | undefined;
  /** Summarises the older contents, usually by a request to a model. Never called with an empty list. */
  readonly summarize: (contents: Content[]) => string | Promise<string>;
}

/** The outcome of a compression. The history has changed only if the status is `compressed`. */
export interface CompressResult {
  readonly originalTokenCount: number;
  /** Tokens after the compression. With `not-smaller`, the tokens the compressed history would have had, if counted. */
  readonly newTokenCount: number;
  readonly status: 'compressed' | 'summary-failed' | 'summary-empty' | 'not-smaller';
}

const ACKNOWLEDGEMENT = 'Understood. I continue from this summary.';

/**
 * Replaces the older part of a history by a summary, once the history takes up too much of the model's limit. Contents
 * recorded while the summary is being written are kept. Returns `null` below the threshold, and for an empty history.
 * Rejects with the error that `countTokens` threw.
 * @throws RangeError for a limit or share out of range.
 */
export async function compressHistory(history: ChatHistory, options: CompressOptions): Promise<CompressResult | null> {
  const { countTokens = estimateContentTokens, otherTokens = 0, force = false } = options;
  const { tokenLimit, threshold, keepRecent } = checkedLimits(options);
  const sendable = history.requestContents();
  if (sendable.length === 0) return null;
  const originalTokenCount = await countTokens(sendable);
  if (!force && originalTokenCount + otherTokens < threshold * tokenLimit) return null;

  const unchanged = (status: CompressResult['status'], newTokenCount = originalTokenCount): CompressResult => ({
    originalTokenCount,
    newTokenCount,
    status,
  });
  const contents = history.getHistory();
  const tokensFrom = (at: number) => countTokens(new ChatHistory(contents.slice(at)).requestContents());
  const cut = await chooseCut(contents, originalTokenCount, keepRecent, tokensFrom);
  if (cut === undefined) return unchanged('not-smaller');

  let summary: string;
  try {
    summary = await options.summarize(withoutThoughts(contents.slice(0, cut)));
  } catch {
    return unchanged('summary-failed');
  }
  if (typeof summary !== 'string' || summary.trim() === '') return unchanged('summary-empty');

  const replacement = () => [
    { role: 'user', parts: [{ text: summary }] },
    { role: 'model', parts: [{ text: ACKNOWLEDGEMENT }] },
    ...history.getHistory().slice(cut),
  ];
  const newTokenCount = await countTokens(new ChatHistory(replacement()).requestContents());
  if (newTokenCount >= originalTokenCount) return unchanged('not-smaller', newTokenCount);
  // The history may have changed while the tokens were counted. New contents at its end are fine; but if the older part
  // is not the one that was summarised, the summary is useless.
  const isSameStart = toJson(history.getHistory().slice(0, cut)) === toJson(contents.slice(0, cut));
  if (!isSameStart) return unchanged('summary-failed');
  history.replace(replacement());
  return { originalTokenCount, newTokenCount, status: 'compressed' };
}

/**
 * Cuts before a user's text. If that keeps far more or less than `keepRecent`, as in one long tool loop, it may also cut
 * inside the loop.
 */
async function chooseCut(
  contents: readonly Content[],
  tokens: number,
  keepRecent: number,
  tokensFrom: (at: number) => number | Promise<number>,
): Promise<number | undefined> {
  const { beforeUserText, all } = cutPoints(contents);
  const keepTokens = keepRecent * tokens;
  const cut = await findCut(beforeUserText, keepTokens, tokensFrom);
  if (all.length === beforeUserText.length) return cut;
  if (cut !== undefined) {
    const tokensAfter = await tokensFrom(cut);
    const mostTokens = ((1 + keepRecent) / 2) * tokens;
    if (tokensAfter >= keepTokens && tokensAfter <= mostTokens) return cut;
  }
  return findCut(all, keepTokens, tokensFrom);
}

/** The valid contents without their thoughts, whether or not they were answered. */
function withoutThoughts(contents: readonly Content[]): Content[] {
  return contents
    .filter(isValidContent)
    .map((content) => ({ ...content, parts: content.parts!.filter((part) => !isThought(part)) }));
}

/** The limits of a compression. */
export type CompressLimits = Pick<CompressOptions, 'tokenLimit' | 'threshold' | 'keepRecent'>;

/**
 * The limits with their defaults.
 * @throws RangeError for a limit or share out of range.
 */
export function checkedLimits({ tokenLimit, threshold = 0.7, keepRecent = 0.3 }: CompressLimits): {
  readonly tokenLimit: number;
  readonly threshold: number;
  readonly keepRecent: number;
} {
  if (!(tokenLimit > 0)) throw new RangeError(`tokenLimit must be more than 0, not ${tokenLimit}`);
  if (!(threshold > 0 && threshold <= 1)) {
    throw new RangeError(`threshold must be more than 0 and at most 1, not ${threshold}`);
  }
  if (!(keepRecent >= 0 && keepRecent < 1)) {
    throw new RangeError(`keepRecent must be at least 0 and less than 1, not ${keepRecent}`);
  }
  return { tokenLimit, threshold, keepRecent };
}
