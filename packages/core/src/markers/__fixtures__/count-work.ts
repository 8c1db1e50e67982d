type Method = (this: unknown, ...args: unknown[]) => unknown;

/** How many characters a method of String reads, given its text, its result and its second argument. */
const COSTS: Readonly<Record<string, (text: string, result: never, from: number | undefined) => number>> = {
  charAt: () => 1,
  slice: () => 1,
  split: (text) => text.length,
  startsWith: () => 1,
  includes: (text) => text.length,
  indexOf: (text, found: number, from = 0) => (found === -1 ? text.length : found) - from + 1,
  lastIndexOf: (text, found: number, from = text.length) => from - found,
  trim: (text, trimmed: string) => text.length - trimmed.length + 2,
  trimStart: (text, trimmed: string) => text.length - trimmed.length + 1,
  trimEnd: (text, trimmed: string) => text.length - trimmed.length + 1,
  toLowerCase: (text) => text.length,
  toUpperCase: (text) => text.length,
  repeat: (_text, repeated: string) => repeated.length,
};

/**
 * Runs `work` and counts the characters that it reads, because measured times depend on the machine. Code reads a
 * string by methods of String and by `exec`, which all methods with a pattern call. `exec` reads each character once if
 * the pattern cannot backtrack. A pattern that can is refused.
 */
export function countWork(work: () => unknown): number {
  let count = 0;
  const undo: (() => void)[] = [];
  const wrap = (owner: object, name: string, wrapper: (original: Method) => Method) => {
    const methods = owner as Record<string, Method>;
    const original = methods[name]!;
    methods[name] = wrapper(original);
    undo.push(() => {
      methods[name] = original;
    });
  };
  for (const [name, cost] of Object.entries(COSTS)) {
    wrap(
      String.prototype,
      name,
      (original) =>
        function (...args) {
          const result = original.apply(this, args);
          count += cost(this as string, result as never, args[1] as number | undefined);
          return result;
        },
    );
  }
  wrap(
    Object.getPrototypeOf(Uint8Array.prototype),
    'fill',
    (original) =>
      function (...args) {
        count += Number(args[2]) - Number(args[1]);
        return original.apply(this, args);
      },
  );
  wrap(
    RegExp.prototype,
    'exec',
    (original) =>
      function (...args) {
        const pattern = this as RegExp;
        if (canBacktrack(pattern.source)) throw new Error(`${pattern} may read a character again and again`);
        const from = pattern.global || pattern.sticky ? pattern.lastIndex : 0;
        const match = original.apply(this, args) as RegExpExecArray | null;
        const missed = pattern.sticky ? from : String(args[0]).length;
        count += (match === null ? missed : match.index + match[0].length) - from + 1;
        return match;
      },
  );
  try {
    work();
  } finally {
    for (const restore of undo) restore();
  }
  return count;
}

/**
 * Whether a pattern has something after an unlimited repeat. If that fails to match, the repeat is tried again,
 * shorter.
 */
function canBacktrack(source: string): boolean {
  let depth = 0;
  let isInClass = false;
  for (let index = 0; index < source.length; index++) {
    const char = source[index]!;
    if (char === '\\') index++;
    else if (isInClass) isInClass = char !== ']';
    else if (char === '[') isInClass = true;
    else if (char === '(') depth++;
    else if (char === ')') depth--;
    else if (char === '*' || char === '+' || (char === '}' && source[index - 1] === ',')) {
      const next = source[index + 1];
      if (depth > 0 || source[index - 1] === ')' || (next !== undefined && next !== '|')) return true;
    }
  }
  return false;
}
