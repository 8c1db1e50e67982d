/** A mistake in a JSON text. */
export interface JsonMistake {
  /** Index in the text. */
  readonly offset: number;
  readonly message: string;
}

const BLANKS = /[ \t\r\n]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has none in its texts
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*"/iy;
const OTHER = /[{}[\]:,]|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null/iy;

/**
 * Finds the first mistake in a text that should be JSON; `undefined` if there is none. `JSON.parse` says where only in
 * some versions of Node.
 */
export function findJsonMistake(text: string): JsonMistake | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return findInTokens(text) ?? { offset: 0, message: (error as Error).message };
  }
}

function findInTokens(text: string): JsonMistake | undefined {
  const open: { readonly bracket: string; readonly offset: number }[] = [];
  let before = '';
  for (let offset = endOf(BLANKS, text, 0); offset < text.length; ) {
    const end = Math.max(endOf(TEXT, text, offset), endOf(OTHER, text, offset));
    if (end === offset) return { offset, message: strange(text.slice(offset)) };
    const token = text.slice(offset, end);
    const message = misplaced(token, before, open.at(-1)?.bracket);
    if (message !== undefined) return { offset, message };
    if ('{['.includes(token)) open.push({ bracket: token, offset });
    if ('}]'.includes(token)) open.pop();
    before = token;
    offset = endOf(BLANKS, text, end);
  }
  const unclosed = open.at(-1);
  return unclosed && { offset: unclosed.offset, message: `the ${unclosed.bracket} here is never closed` };
}

function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start;
}

function strange(rest: string): string {
  if (rest.startsWith('"')) return 'the text that begins here has no end on its line, or a wrong backslash in it';
  if (rest.startsWith("'")) return 'a text needs double quotes, not single ones';
  if (/^(?:\/[/*]|#)/.test(rest)) return 'a comment; JSON has none';
  const word = /^[\p{L}_][\p{L}\p{N}_-]*/u.exec(rest)?.[0];
  return word === undefined ? `${JSON.stringify(rest[0])} does not belong here` : `${word} needs double quotes`;
}

function misplaced(token: string, before: string, opened: string | undefined): string | undefined {
  if ('}]'.includes(token)) {
    if (before === ',') return `there is a comma before the ${token}`;
    const isPair = opened !== undefined && opened + token !== '{]' && opened + token !== '[}';
    return isPair ? undefined : `there is nothing open that this ${token} closes`;
  }
  const beginsValue = !':,'.includes(token);
  const endedValue = before !== '' && !'{[:,'.includes(before);
  if (beginsValue && endedValue) return 'a comma or colon is missing before this';
  return !beginsValue && !endedValue ? `there is nothing before this ${token}` : undefined;
}
