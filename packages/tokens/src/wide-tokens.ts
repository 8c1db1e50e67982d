import { COMMON_HAN } from './common-han.ts';

/** The scripts that are told apart. A `sign` is no letter: punctuation, an arrow, an emoji. */
export type Script = 'han' | 'hiragana' | 'katakana' | 'letter' | 'sign';

/** A stretch of Unicode whose characters cost about the same. */
interface Range {
  /** Its last code point; it begins after that of the range before. */
  readonly last: number;
  readonly script: Script;
  /** Tokens of one character, on average. */
  readonly tokens: number;
}

/** Measured with o200k_base. Characters that were rare on the web when vocabularies were made cost a token a byte. */
const RANGES: readonly Range[] = [
  { last: 0xbf, script: 'sign', tokens: 1 },
  { last: 0x1fff, script: 'letter', tokens: 0.33 },
  { last: 0x218f, script: 'sign', tokens: 1 },
  { last: 0x21ff, script: 'sign', tokens: 1.2 },
  { last: 0x24ff, script: 'sign', tokens: 2 },
  { last: 0x25ff, script: 'sign', tokens: 1 },
  { last: 0x2bff, script: 'sign', tokens: 2 },
  { last: 0x2fff, script: 'letter', tokens: 1.5 },
  { last: 0x3040, script: 'sign', tokens: 1 },
  { last: 0x309f, script: 'hiragana', tokens: 0.57 },
  { last: 0x30ff, script: 'katakana', tokens: 0.5 },
  { last: 0x33ff, script: 'sign', tokens: 2 },
  { last: 0x4dbf, script: 'han', tokens: 2.5 },
  { last: 0x9fff, script: 'han', tokens: 1.22 },
  { last: 0xabff, script: 'letter', tokens: 1.5 },
  { last: 0xd7a3, script: 'letter', tokens: 0.62 },
  { last: 0xf8ff, script: 'sign', tokens: 2 },
  { last: 0xfaff, script: 'han', tokens: 2.5 },
  { last: 0xffff, script: 'sign', tokens: 1 },
  { last: 0x1f0ff, script: 'sign', tokens: 3 },
  { last: 0x1f53f, script: 'sign', tokens: 2 },
  { last: 0x1f5ff, script: 'sign', tokens: 3 },
  { last: 0x1f6bf, script: 'sign', tokens: 2 },
  { last: 0x1f8ff, script: 'sign', tokens: 3 },
  { last: 0x1f97f, script: 'sign', tokens: 2 },
  { last: 0x1ffff, script: 'sign', tokens: 3 },
  { last: 0x10ffff, script: 'han', tokens: 3 },
];

const COMMON_HAN_TOKENS = 0.57;

/** Added where Japanese changes its script: a token seldom spans both. */
const SCRIPT_CHANGE_TOKENS = 0.3;

/** Signs that are sent so often that they have a token of their own. */
const COMMON_SIGNS: ReadonlySet<number> = new Set(
  [...'😀😁😂😉😊😍😘😭🙂🙏👇👉👌👍👏💕🔥🤣🏻🏼✅✨❤⭐✓✔★☆♥'].map((sign) => sign.codePointAt(0) ?? 0),
);

/** A character outside ASCII, weighed. */
export interface WideCharacter {
  readonly script: Script;
  readonly tokens: number;
}

/** Weighs a character outside ASCII that follows one of the script `before`; `undefined` after ASCII. */
export function weighWide(code: number, before: Script | undefined): WideCharacter {
  if (COMMON_SIGNS.has(code)) return { script: 'sign', tokens: 1 };
  const range = RANGES.find(({ last }) => code <= last) as Range;
  const tokens = COMMON_HAN.has(code) ? COMMON_HAN_TOKENS : range.tokens;
  const isChange = isJapanese(range.script) && isJapanese(before) && range.script !== before;
  return { script: range.script, tokens: tokens + (isChange ? SCRIPT_CHANGE_TOKENS : 0) };
}

function isJapanese(script: Script | undefined): boolean {
  return script === 'han' || script === 'hiragana' || script === 'katakana';
}
