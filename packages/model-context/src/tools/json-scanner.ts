/** A range of a text; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The result of a scan. */
export interface JsonScan {
  /** Complete objects that are not inside another complete object, in order. */
  readonly objects: Span[];
  /**
   * For each attempt that failed: the starts of the objects that were open, outermost first, and where it failed.
   */
  readonly broken: { readonly starts: readonly number[]; readonly end: number }[];
  /** Number of characters examined, so that tests can check the cost. */
  readonly steps: number;
}

/** What the grammar allows next. */
type Expect = 'key-or-end' | 'key' | 'colon' | 'value' | 'value-or-end' | 'comma-or-end';

const NUMBER_OR_WORD = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING_ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Finds the JSON objects in a text that is not JSON as a whole.
 *
 * Linear for any text: an attempt settles every opening brace it meets outside of strings, whether its object is
 * complete or not. Only braces inside the strings of a failed attempt are tried again. In that second attempt strings
 * and structure are swapped, so every brace is settled by one of the two, and there is never a third.
 */
export function scanJsonObjects(text: string): JsonScan {
  const settled = new Uint8Array(text.length);
  const found: Span[] = [];
  const broken: JsonScan['broken'] = [];
  let steps = 0;

  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at)) {
    if (settled[at] === 1) {
      at += 1;
      continue;
    }
    const attempt = new Attempt(text, settled, at);
    const end = attempt.run();
    steps += end - at;
    for (const span of attempt.closed) found.push(span);
    const starts = attempt.openObjects();
    if (starts.length > 0) broken.push({ starts, end });
    else at = end;
  }
  return { objects: withoutOverlaps(found), broken, steps: steps + text.length };
}

function withoutOverlaps(spans: Span[]): Span[] {
  const kept: Span[] = [];
  for (const span of spans.sort((a, b) => a.start - b.start)) {
    if (span.start >= (kept.at(-1)?.end ?? 0)) kept.push(span);
  }
  return kept;
}

/** Reads one object from its opening brace until it is complete or cannot be JSON. */
class Attempt {
  /** Complete objects. An object stands behind those inside it. */
  readonly closed: Span[] = [];
  readonly #text: string;
  readonly #settled: Uint8Array;
  /** Start of each open object; for arrays, the negated start. */
  readonly #open: number[] = [];
  #at: number;
  #expect: Expect = 'value';

  constructor(text: string, settled: Uint8Array, start: number) {
    this.#text = text;
    this.#settled = settled;
    this.#at = start;
  }

  /** Starts of the objects that are still open, outermost first. */
  openObjects(): number[] {
    return this.#open.filter((start) => start >= 0);
  }

  /** Reads the object and returns the index after it, or where it failed. It failed if an object is still open. */
  run(): number {
    do {
      // At the end of the text this is '', which nothing accepts.
      const character = this.#text.charAt(this.#at);
      if (character === ' ' || character === '\n' || character === '\r' || character === '\t') this.#at += 1;
      else if (!this.#accept(character)) break;
    } while (this.#open.length > 0);
    return this.#at;
  }

  #accept(character: string): boolean {
    switch (this.#expect) {
      case 'key-or-end':
        return character === '}' ? this.#close() : this.#key(character);
      case 'key':
        return this.#key(character);
      case 'colon':
        return character === ':' && this.#move('value');
      case 'value-or-end':
        return character === ']' ? this.#close() : this.#value(character);
      case 'value':
        return this.#value(character);
      case 'comma-or-end': {
        const isArray = this.#open.at(-1)! < 0;
        if (character === ',') return this.#move(isArray ? 'value' : 'key');
        return character === (isArray ? ']' : '}') && this.#close();
      }
    }
  }

  #move(expect: Expect): true {
    this.#at += 1;
    this.#expect = expect;
    return true;
  }

  #openObject(): true {
    this.#settled[this.#at] = 1;
    this.#open.push(this.#at);
    return this.#move('key-or-end');
  }

  #close(): true {
    const start = this.#open.pop()!;
    this.#move('comma-or-end');
    if (start >= 0) this.closed.push({ start, end: this.#at });
    return true;
  }

  #key(character: string): boolean {
    return character === '"' && this.#string('colon');
  }

  #value(character: string): boolean {
    if (character === '"') return this.#string('comma-or-end');
    if (character === '{') return this.#openObject();
    if (character === '[') {
      this.#open.push(-this.#at);
      return this.#move('value-or-end');
    }
    NUMBER_OR_WORD.lastIndex = this.#at;
    if (!NUMBER_OR_WORD.test(this.#text)) return false;
    this.#at = NUMBER_OR_WORD.lastIndex;
    this.#expect = 'comma-or-end';
    return true;
  }

  #string(next: Expect): boolean {
    for (let at = this.#at + 1; at < this.#text.length; ) {
      const character = this.#text.charCodeAt(at);
      if (character === 0x22) {
        this.#at = at;
        return this.#move(next);
      }
      if (character === 0x5c) {
        STRING_ESCAPE.lastIndex = at;
        if (!STRING_ESCAPE.test(this.#text)) return this.#fail(at);
        at = STRING_ESCAPE.lastIndex;
      } else if (character < 0x20) return this.#fail(at);
      else at += 1;
    }
    return this.#fail(this.#text.length);
  }

  #fail(at: number): false {
    this.#at = at;
    return false;
  }
}
