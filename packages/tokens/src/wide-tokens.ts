import { COMMON_HAN } from './common-han.ts';

/** The scripts between which Japanese text changes. */
export type Script = 'han' | 'hiragana' | 'katakana';

/** A range of Unicode whose characters have about the same number of tokens. */
interface Range {
  /** Its last code point. It starts after the last one of the previous range. */
  readonly last: number;
  readonly script?: Script;
  /** Average tokens of one character. */
  readonly tokens: number;
}

/** Measured with o200k_base. Characters that are rare on the web have about one token per byte. */
const RANGES: readonly Range[] = [
  { last: 0xbf, tokens: 1 },
  { last: 0x1fff, tokens: 0.33 },
  { last: 0x218f, tokens: 1 },
  { last: 0x21ff, tokens: 1.2 },
  { last: 0x24ff, tokens: 2 },
  { last: 0x25ff, tokens: 1 },
  { last: 0x2bff, tokens: 2 },
  { last: 0x2fff, tokens: 1.5 },
  { last: 0x3040, tokens: 1 },
  { last: 0x309f, script: 'hiragana', tokens: 0.57 },
  { last: 0x30ff, script: 'katakana', tokens: 0.5 },
  { last: 0x33ff, tokens: 2 },
  { last: 0x4dbf, script: 'han', tokens: 2.5 },
  { last: 0x9fff, script: 'han', tokens: 1.22 },
  { last: 0xabff, tokens: 1.5 },
  { last: 0xd7a3, tokens: 0.62 },
  { last: 0xf8ff, tokens: 2 },
  { last: 0xfaff, script: 'han', tokens: 2.5 },
  { last: 0xffff, tokens: 1 },
  { last: 0x1f0ff, tokens: 3 },
  { last: 0x1f53f, tokens: 2 },
  { last: 0x1f5ff, tokens: 3 },
  { last: 0x1f6bf, tokens: 2 },
  { last: 0x1f8ff, tokens: 3 },
  { last: 0x1f97f, tokens: 2 },
  { last: 0x1ffff, tokens: 3 },
  { last: 0x10ffff, script: 'han', tokens: 3 },
];

const COMMON_HAN_TOKENS = 0.57;

/** Added where Japanese text changes its script, because a token rarely spans both. */
const SCRIPT_CHANGE_TOKENS = 0.3;

/** Symbols that are so common that they are one token. */
const COMMON_SYMBOLS: ReadonlySet<number> = new Set(
  [...'😀😁😂😉😊😍😘😭🙂🙏👇👉👌👍👏💕🔥🤣🏻🏼✅✨❤⭐✓✔★☆♥'].map((symbol) => symbol.codePointAt(0) ?? 0),
);

/** The script and the tokens of a character outside ASCII. */
export interface WideCharacter {
  readonly script: Script | undefined;
  readonly tokens: number;
}

/** Estimates a character outside ASCII. `before` is the script of the previous character. */
export function weighWide(code: number, before: Script | undefined): WideCharacter {
  if (COMMON_SYMBOLS.has(code)) return { script: undefined, tokens: 1 };
  const range = RANGES.find(({ last }) => code <= last) as Range;
  const tokens = COMMON_HAN.has(code) ? COMMON_HAN_TOKENS : range.tokens;
  const isChange = range.script !== undefined && before !== undefined && range.script !== before;
  return { script: range.script, tokens: tokens + (isChange ? SCRIPT_CHANGE_TOKENS : 0) };
}
