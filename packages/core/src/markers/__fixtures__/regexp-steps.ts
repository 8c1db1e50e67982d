/** How often a backtracking engine looks at a character in a search, and what it finds. */
export interface Search {
  readonly steps: number;
  readonly index: number;
  readonly end: number;
}

/** Matches at `at`, then goes on with `next`; the end of the whole match, or -1. */
type Matcher = (run: Run, at: number, next: (at: number) => number) => number;

interface Run {
  readonly text: string;
  readonly groups: [number, number][];
  steps: number;
}

/**
 * Searches as V8 does, only slower, and counts. Understands what the marker patterns use. It refuses a quantifier around
 * anything but one character: V8 would keep a way back for each repetition, and run out of stack on long text.
 */
export function searchCounting(pattern: RegExp, text: string): Search {
  const match = parse(pattern);
  const from = pattern.global || pattern.sticky ? pattern.lastIndex : 0;
  const last = pattern.sticky || pattern.source.startsWith('^') ? from : text.length;
  const run: Run = { text, groups: [], steps: 0 };
  for (let index = from; index <= last; index++) {
    const end = match(run, index, (at) => at);
    if (end !== -1) return { steps: run.steps, index, end };
  }
  return { steps: run.steps, index: -1, end: -1 };
}

const parsed = new Map<string, Matcher>();

function parse({ source, flags }: RegExp): Matcher {
  const key = `/${source}/${flags}`;
  const known = parsed.get(key);
  if (known !== undefined) return known;
  // The last rule takes what is left over, so that nothing is passed over in silence.
  const tokens = source.match(/\(\?<?[:=!]|\[\^?(?:\\?[^])*?\]|\{[\d,]+\}\??|[*+?]\??|\\u[\da-f]{4}|\\?[^]/g) ?? [];
  let position = 0;
  let groupCount = 0;

  function alternatives(): Matcher {
    let matcher = sequence();
    while (tokens[position] === '|') {
      position++;
      const [first, second] = [matcher, sequence()];
      matcher = (run, at, next) => {
        const end = first(run, at, next);
        return end === -1 ? second(run, at, next) : end;
      };
    }
    return matcher;
  }

  function sequence(): Matcher {
    const parts: Matcher[] = [];
    while (position < tokens.length && tokens[position] !== '|' && tokens[position] !== ')') parts.push(term());
    return parts.reduceRight<Matcher>(
      (rest, part) => (run, at, next) => part(run, at, (then) => rest(run, then, next)),
      (_run, at, next) => next(at),
    );
  }

  function term(): Matcher {
    const token = tokens[position++]!;
    if (token.startsWith('(')) return group(token);
    if (token === '^') return (_run, at, next) => (at === 0 ? next(at) : -1);
    if (token === '$') return (run, at, next) => (at === run.text.length ? next(at) : -1);
    const bounds = boundsOf(tokens[position]);
    const isReference = /^\\[1-9]$/.test(token);
    if (isReference && bounds !== undefined) throw new Error(`A reference with a quantifier in ${key}`);
    const one = isReference ? backreference(Number(token[1])) : character(token, flags);
    if (bounds === undefined) return (run, at, next) => then(one(run, at), next);
    position++;
    return (bounds.lazy ? lazily : greedily)(one, bounds);
  }

  function group(opening: string): Matcher {
    const number = opening === '(' ? ++groupCount : 0;
    const body = alternatives();
    if (tokens[position++] !== ')') throw new Error(`Cannot read ${key}`);
    if (boundsOf(tokens[position]) !== undefined) throw new Error(`A group with a quantifier in ${key}`);
    if (opening === '(?:') return body;
    if (number > 0) {
      return (run, at, next) =>
        body(run, at, (end) => {
          run.groups[number] = [at, end];
          return next(end);
        });
    }
    const isBehind = opening.startsWith('(?<');
    const isWanted = opening.endsWith('=');
    return (run, at, next) => {
      const found = isBehind ? at > 0 && body(run, at - 1, (end) => end) === at : body(run, at, (end) => end) !== -1;
      return found === isWanted ? next(at) : -1;
    };
  }

  const matcher = alternatives();
  if (position < tokens.length) throw new Error(`Cannot read ${key}`);
  parsed.set(key, matcher);
  return matcher;
}

/** One character or a group's text: its end, or -1. */
type One = (run: Run, at: number) => number;

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly lazy: boolean;
}

function boundsOf(token: string | undefined): Bounds | undefined {
  const [, sign, least, comma, most, question] = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})(\??)$/.exec(token ?? '') ?? [];
  if (question === undefined) return undefined;
  const lazy = question === '?';
  if (sign !== undefined) return { least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity, lazy };
  return { least: Number(least), most: most ? Number(most) : comma ? Infinity : Number(least), lazy };
}

function character(token: string, flags: string): One {
  const pattern = new RegExp(token, flags.replace(/[gy]/g, ''));
  return (run, at) => {
    run.steps++;
    return at < run.text.length && nativeTest.call(pattern, run.text.charAt(at)) ? at + 1 : -1;
  };
}

// Taken before anything counts calls of it.
const nativeTest = RegExp.prototype.test;

function backreference(number: number): One {
  return (run, at) => {
    const [start, end] = run.groups[number]!;
    run.steps += end - start;
    return run.text.startsWith(run.text.slice(start, end), at) ? at + end - start : -1;
  };
}

function greedily(one: One, { least, most }: Bounds): Matcher {
  return (run, from, next) => {
    const ends = [from];
    while (ends.length <= most) {
      const end = one(run, ends.at(-1)!);
      if (end === -1) break;
      ends.push(end);
    }
    for (; ends.length > least; ends.pop()) {
      run.steps++;
      const end = next(ends.at(-1)!);
      if (end !== -1) return end;
    }
    return -1;
  };
}

function lazily(one: One, { least, most }: Bounds): Matcher {
  return (run, from, next) => {
    for (let at = from, count = 0; at !== -1 && count <= most; at = one(run, at), count++) {
      const end = count < least ? -1 : next(at);
      if (end !== -1) return end;
    }
    return -1;
  };
}

function then(at: number, next: (at: number) => number): number {
  return at === -1 ? -1 : next(at);
}
