import { isThinkingModel } from './thinking-model.ts';

const OPEN = '<think>';
const CLOSE = '</think>';

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
export function createThinkingFilter(model: string): ThinkingFilter {
  if (!isThinkingModel(model)) return { push: (delta) => delta, end: () => '', restarts: 0 };
  return new TagFilter();
}

class TagFilter implements ThinkingFilter {
  restarts = 0;
  #inside = false;
  /** The end of what arrived that may be the beginning of a tag. */
  #pending = '';
  /** White space at the answer's end, shown only if something follows. */
  #space = '';
  #hasShown = false;

  push(delta: string): string {
    const text = this.#pending + delta;
    let shown = '';
    let from = 0;
    let endsInHalfTag = false;
    for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
      const tag = tagAt(text, at);
      if (tag === 'none') continue;
      shown += this.#show(text.slice(from, at));
      from = at;
      endsInHalfTag = tag === 'half';
      if (tag === 'half') break;
      from += tag.length;
      at = from - 1;
      if (tag === CLOSE && !this.#inside) {
        shown = '';
        this.#restart();
      }
      this.#inside = tag === OPEN;
    }
    this.#pending = endsInHalfTag ? text.slice(from) : '';
    return endsInHalfTag ? shown : shown + this.#show(text.slice(from));
  }

  end(): string {
    const rest = this.#show(this.#pending);
    this.#pending = '';
    return rest;
  }

  #restart(): void {
    this.restarts += 1;
    this.#space = '';
    this.#hasShown = false;
  }

  #show(text: string): string {
    if (this.#inside || text === '') return '';
    const candidate = this.#hasShown ? text : text.trimStart();
    const body = candidate.trimEnd();
    if (body === '') {
      if (this.#hasShown) this.#space += candidate;
      return '';
    }
    const shown = this.#space + body;
    this.#space = candidate.slice(body.length);
    this.#hasShown = true;
    return shown;
  }
}

/** The tag that begins at `at`, `half` if the text ends before that can be told, or `none`. */
function tagAt(text: string, at: number): typeof OPEN | typeof CLOSE | 'half' | 'none' {
  if (text.startsWith(OPEN, at)) return OPEN;
  if (text.startsWith(CLOSE, at)) return CLOSE;
  const rest = text.length - at;
  const isHalf = rest < CLOSE.length && (OPEN.startsWith(text.slice(at)) || CLOSE.startsWith(text.slice(at)));
  return isHalf ? 'half' : 'none';
}
