import { isThinkingModel, type ThinkTagOptions } from './thinking-model.ts';

/** In lower case; answers may use upper case. */
const OPENING = ['<think>', '<thinking>'];
const CLOSING = ['</think>', '</thinking>'];
const LONGEST_TAG = 11;

/** Removes the thinking from one answer while it arrives. */
export interface ThinkingFilter {
  /** Takes the next piece of the answer and returns the text that may be shown now: never half a tag, never thinking. */
  push(delta: string): string;
  /** Ends the answer and returns the remaining text. */
  end(): string;
  /**
   * How often a closing tag came without an opening one. All text shown before it was thinking, so discard it: the
   * answer starts again after the tag.
   */
  readonly restarts: number;
}

/**
 * A filter for one streamed answer. For models that do not write their thinking into the answer, it passes everything
 * on. The texts shown since the last restart, joined, are exactly what `filterThinking` returns for the whole answer.
 */
export function createThinkingFilter(model: string, options: ThinkTagOptions = {}): ThinkingFilter {
  if (!isThinkingModel(model, options)) return { push: (delta) => delta, end: () => '', restarts: 0 };
  return createTagFilter();
}

function createTagFilter(): ThinkingFilter {
  let restarts = 0;
  let isInside = false;
  // The last characters received, if they may be the start of a tag.
  let pending = '';
  // White space at the end so far, shown only if text follows.
  let space = '';
  let hasShown = false;

  const show = (text: string): string => {
    if (isInside) return '';
    const candidate = hasShown ? text : text.trimStart();
    const body = candidate.trimEnd();
    if (body === '') {
      space += candidate;
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
    end: () => show(pending),
  };
}

/** The tag at `at`, or `undefined` if there is none; `half` if the text ends within a possible tag. */
function tagAt(text: string, at: number): { kind: 'opening' | 'closing' | 'half'; length: number } | undefined {
  const found = text.slice(at, at + LONGEST_TAG);
  const rest = found.toLowerCase();
  const begins = (tags: readonly string[]) => tags.find((tag) => rest.startsWith(tag));
  const opening = begins(OPENING);
  if (opening !== undefined) return { kind: 'opening', length: opening.length };
  const closing = begins(CLOSING);
  if (closing !== undefined) return { kind: 'closing', length: closing.length };
  // A piece that is shorter than a tag is the end of the text.
  const isHalf = [...OPENING, ...CLOSING].some((tag) => tag.startsWith(rest));
  return isHalf ? { kind: 'half', length: found.length } : undefined;
}
