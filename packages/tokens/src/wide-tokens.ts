import { COMMON_HAN } from './common-han.ts';

/** The scripts that are distinguished. A `symbol` is not a letter: punctuation, an arrow, an emoji. */
export type Script = 'han' | 'hiragana' | 'katakana' | 'letter' | 'symbol';

/** A range of Unicode whose characters have about the same number of tokens. */
interface Range {
  /** Its last code point. It starts after the last one of the previous range. */
  readonly last: number;
  readonly script: Script;
  /** Average tokens of one character. */
  readonly tokens: number;
}

/** Measured with o200k_base. Characters that are rare on the web have about one token per byte. */
const RANGES: readonly Range[] = [
  { last: 0xbf, script: 'symbol', tokens: 1 },
  { last: 0x1fff, script: 'letter', tokens: 0.33 },
  { last: 0x218f, script: 'symbol', tokens: 1 },
  { last: 0x21ff, script: 'symbol', tokens: 1.2 },
  { last: 0x24ff, script: 'symbol', tokens: 2 },
  { last: 0x25ff, script: 'symbol', tokens: 1 },
  { last: 0x2bff, script: 'symbol', tokens: 2 },
  { last: 0x2fff, script: 'letter', tokens: 1.5 },
  { last: 0x3040, script: 'symbol', tokens: 1 },
  { last: 0x309f, script: 'hiragana', tokens: 0.57 },
  { last: 0x30ff, script: 'katakana', tokens: 0.5 },
  { last: 0x33ff, script: 'symbol', tokens: 2 },
  { last: 0x4dbf, script: 'han', tokens: 2.5 },
  { last: 0x9fff, script: 'han', tokens: 1.22 },
  { last: 0xabff, script: 'letter', tokens: 1.5 },
  { last: 0xd7a3, script: 'letter', tokens: 0.62 },
  { last: 0xf8ff, script: 'symbol', tokens: 2 },
  { last: 0xfaff, script: 'han', tokens: 2.5 },
  { last: 0xffff, script: 'symbol', tokens: 1 },
  { last: 0x1f0ff, script: 'symbol', tokens: 3 },
  { last: 0x1f53f, script: 'symbol', tokens: 2 },
  { last: 0x1f5ff, script: 'symbol', tokens: 3 },
  { last: 0x1f6bf, script: 'symbol', tokens: 2 },
  { last: 0x1f8ff, script: 'symbol', tokens: 3 },
  { last: 0x1f97f, script: 'symbol', tokens: 2 },
  { last: 0x1ffff, script: 'symbol', tokens: 3 },
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
  readonly script: Script;
  readonly tokens: number;
}

/** Estimates a character outside ASCII. `before` is the script of the previous character, `undefined` after ASCII. */
export function weighWide(code: number, before: Script | undefined): WideCharacter {
  if (COMMON_SYMBOLS.has(code)) return { script: 'symbol', tokens: 1 };
  const range = RANGES.find(({ last }) => code <= last) as Range;
  const tokens = COMMON_HAN.has(code) ? COMMON_HAN_TOKENS : range.tokens;
  const isChange = isJapanese(range.script) && isJapanese(before) && range.script !== before;
  return { script: range.script, tokens: tokens + (isChange ? SCRIPT_CHANGE_TOKENS : 0) };
}

function isJapanese(script: Script | undefined): boolean {
  return script === 'han' || script === 'hiragana' || script === 'katakana';
}
