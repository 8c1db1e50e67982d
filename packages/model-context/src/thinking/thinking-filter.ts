import { isThinkingModel, type ThinkTagOptions } from './thinking-model.ts';

/** In small letters; an answer may write them in any case. */
const OPENING = ['<think>', '<thinking>'];
const CLOSING = ['</think>', '</thinking>'];
const LONGEST_TAG = 11;

/** Takes thinking out of an answer while it arrives. Belongs to one answer. */
export interface ThinkingFilter {
  /** What may be shown of the answer now that `delta` has arrived. Never half a tag, never thinking. */
  push(delta: string): string;
  /** What is left to show once the answer is over. */
  end(): string;
  /**
   * How often a closing tag came without its opening one. All that was shown before it turned out to be thinking: the
   * answer begins anew after it.
   */
  readonly restarts: number;
}

/**
 * A filter for one streamed answer. For models that do not think in their text it passes everything on. What it shows
 * after the last restart is, put together, exactly what `filterThinking` makes of the whole.
 */
export function createThinkingFilter(model: string, options: ThinkTagOptions = {}): ThinkingFilter {
  if (!isThinkingModel(model, options)) return { push: (delta) => delta, end: () => '', restarts: 0 };
  return createTagFilter();
}

function createTagFilter(): ThinkingFilter {
  let restarts = 0;
  let isInside = false;
  // The end of what arrived that may be the beginning of a tag.
  let pending = '';
  // White space at the answer's end, shown only if something follows.
  let space = '';
  let hasShown = false;

  const show = (text: string): string => {
    if (isInside || text === '') return '';
    const candidate = hasShown ? text : text.trimStart();
    const body = candidate.trimEnd();
    if (body === '') {
      if (hasShown) space += candidate;
      return '';
    }
    const shown = space + body;
    space = candidate.slice(body.length);
    hasShown = true;
    return shown;
  };

  return {
    get restarts() {
      return restarts;
    },
    push(delta) {
      const text = pending + delta;
      let shown = '';
      let from = 0;
      let endsInHalfTag = false;
      for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
        const tag = tagAt(text, at);
        if (tag === undefined) continue;
        shown += show(text.slice(from, at));
        from = at;
        endsInHalfTag = tag.kind === 'half';
        if (endsInHalfTag) break;
        from += tag.length;
        at = from - 1;
        if (tag.kind === 'closing' && !isInside) {
          shown = '';
          restarts += 1;
          space = '';
          hasShown = false;
        }
        isInside = tag.kind === 'opening';
      }
      pending = endsInHalfTag ? text.slice(from) : '';
      return endsInHalfTag ? shown : shown + show(text.slice(from));
    },
    end() {
      const rest = show(pending);
      pending = '';
      return rest;
    },
  };
}

/** The tag that begins at `at`, `half` if the text ends before that can be told; `undefined` if none does. */
function tagAt(text: string, at: number): { kind: 'opening' | 'closing' | 'half'; length: number } | undefined {
  const found = text.slice(at, at + LONGEST_TAG);
  const rest = found.toLowerCase();
  const begins = (tags: readonly string[]) => tags.find((tag) => rest.startsWith(tag));
  const opening = begins(OPENING);
  if (opening !== undefined) return { kind: 'opening', length: opening.length };
  const closing = begins(CLOSING);
  if (closing !== undefined) return { kind: 'closing', length: closing.length };
  const isHalf = at + found.length === text.length && [...OPENING, ...CLOSING].some((tag) => tag.startsWith(rest));
  return isHalf ? { kind: 'half', length: found.length } : undefined;
}
