import { type CodeJudge, createCodeJudge } from './code-judge.ts';
import { isThinkingModel, type ThinkTagOptions } from './thinking-model.ts';

/** In lower case; answers may use upper case. */
const TAGS = ['<think>', '<thinking>', '</think>', '</thinking>'];

/** Removes the thinking from one answer while it arrives. */
export interface ThinkingFilter {
  /** Takes the next piece of the answer and returns the text that may be shown now: never half a tag. */
  push(delta: string): string;
  /** Ends the answer and returns the remaining text. */
  end(): string;
  /**
   * 1 once a closing tag came without an opening one, else 0. All text shown before was thinking, so discard it: what
   * the call that raised the number returned begins the answer.
   */
  readonly restarts: number;
}

/**
 * A filter for one streamed answer. For models that do not write their thinking into the answer, it passes everything
 * on. The texts shown since the restart, joined, are exactly what `filterThinking` returns for the whole answer.
 */
export function createThinkingFilter(model: string, options: ThinkTagOptions = {}): ThinkingFilter {
  if (!isThinkingModel(model, options)) return { push: (delta) => delta, end: () => '', restarts: 0 };
  return new TagFilter();
}

class TagFilter implements ThinkingFilter {
  restarts = 0;
  /**
   * `start`: nothing but white space so far, a block may come. `block`: inside one. `unsure`: text, which a lone closing
   * tag may show to be thinking. `answer`: text, whatever tags it has.
   */
  #state: 'start' | 'block' | 'unsure' | 'answer' = 'start';
  #hasThought = false;
  /** The last characters received, if they may be the start of a tag. */
  #pending = '';
  /** What the current call returns. */
  #shown = '';
  #hasShown = false;
  /** White space at the end so far, shown only if text follows. */
  #space = '';
  #closingTag = '';
  /** The text behind a closing tag with the other name: shown if the block's own closing tag never comes. */
  #behindOtherTag: string[] | undefined;
  #anyTagCloses = false;
  readonly #judge: CodeJudge = createCodeJudge();
  /** The text from the first closing tag on whose verdict has not come, a list for each such tag. */
  #held: string[][] = [];

  push(delta: string): string {
    const text = this.#pending + delta;
    const half = text.length - lengthOfHalfTag(text);
    this.#pending = text.slice(half);
    this.#read(text.slice(0, half));
    return this.#take();
  }

  end(): string {
    this.#readText(this.#pending);
    this.#pending = '';
    if (this.#state === 'unsure') this.#decide(this.#judge.end());
    if (this.#behindOtherTag !== undefined) {
      const rest = this.#behindOtherTag.join('');
      this.#behindOtherTag = undefined;
      this.#anyTagCloses = true;
      this.#hasThought = true;
      this.#state = 'start';
      this.#read(rest);
    }
    return this.#take();
  }

  #take(): string {
    const shown = this.#shown;
    this.#shown = '';
    return shown;
  }

  #read(text: string): void {
    let from = 0;
    for (const { index, 0: tag } of text.matchAll(/<\/?think(?:ing)?>/gi)) {
      this.#readText(text.slice(from, index));
      this.#readTag(tag);
      from = index + tag.length;
    }
    this.#readText(text.slice(from));
  }

  #readText(text: string): void {
    if (this.#state === 'block') {
      this.#behindOtherTag?.push(text);
      return;
    }
    if (this.#state === 'start' && text.trim() !== '') this.#state = this.#hasThought ? 'answer' : 'unsure';
    if (this.#held.length > 0) this.#held.at(-1)!.push(text);
    else this.#show(text);
    if (this.#state === 'unsure') this.#decide(this.#judge.readText(text));
  }

  #readTag(tag: string): void {
    const name = tag.toLowerCase();
    const isClosing = name.startsWith('</');
    if (this.#state === 'block')
      this.#readTagInBlock(tag, isClosing && (this.#anyTagCloses || name === this.#closingTag));
    else if (this.#state === 'start' && !isClosing) {
      this.#state = 'block';
      this.#closingTag = name.replace('<', '</');
    } else if (this.#state === 'start' && !this.#hasThought) this.#hasThought = true;
    else if (this.#state === 'unsure') this.#readUnsureTag(tag, isClosing);
    else this.#readText(tag);
  }

  #readTagInBlock(tag: string, closes: boolean): void {
    if (closes) {
      this.#state = 'start';
      this.#hasThought = true;
      this.#behindOtherTag = undefined;
    } else if (this.#behindOtherTag !== undefined) this.#behindOtherTag.push(tag);
    else if (tag.startsWith('</')) this.#behindOtherTag = [];
  }

  #readUnsureTag(tag: string, isClosing: boolean): void {
    const isText = this.#judge.readTag(tag);
    if (isClosing && isText === false) this.#restart('');
    else if (isClosing && isText === undefined) this.#held.push([tag]);
    else if (this.#held.length > 0) this.#held.at(-1)!.push(tag);
    else this.#show(tag);
  }

  /** Shows held text whose closing tag is text, up to the first that is not: there the answer begins. */
  #decide(verdicts: readonly boolean[]): void {
    const lone = verdicts.indexOf(false);
    const passed = this.#held.splice(0, lone < 0 ? verdicts.length : lone);
    for (const pieces of passed) this.#show(pieces.join(''));
    if (lone < 0) return;
    const [[, ...behindTag] = [], ...rest] = this.#held;
    this.#held = [];
    this.#restart([...behindTag, ...rest.flat()].join(''));
  }

  #restart(answer: string): void {
    this.restarts = 1;
    this.#state = 'start';
    this.#hasThought = true;
    this.#shown = '';
    this.#hasShown = false;
    this.#space = '';
    this.#read(answer);
  }

  #show(text: string): void {
    const candidate = this.#hasShown ? text : text.trimStart();
    const body = candidate.trimEnd();
    if (body === '') {
      this.#space += candidate;
      return;
    }
    this.#shown += this.#space + body;
    this.#space = candidate.slice(body.length);
    this.#hasShown = true;
  }
}

/** How many characters at the end of the text may be the start of a tag. */
function lengthOfHalfTag(text: string): number {
  const at = text.lastIndexOf('<');
  if (at < 0) return 0;
  const end = text.slice(at).toLowerCase();
  return TAGS.some((tag) => tag.startsWith(end) && tag !== end) ? text.length - at : 0;
}
