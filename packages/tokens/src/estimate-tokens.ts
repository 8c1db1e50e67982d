import { BLANK, DIGIT, endOfKind, kindAt, LOWER, NEWLINE, SYMBOL, UPPER, WIDE } from './character-kind.ts';
import { readLetterRun } from './dense-run.ts';
import { type Script, weighWide } from './wide-tokens.ts';
import { caseOf, leadOf, type WordLead, wordTokens } from './word-tokens.ts';

/** The state of reading a text. */
interface Reading {
  readonly text: string;
  at: number;
  tokens: number;
  /** What is directly before `at`, if it belongs to the next word. */
  lead: WordLead;
  /** Script of the previous character; `undefined` if it is none of those that `Script` lists. */
  script: Script | undefined;
  /** Up to here, letters and digits are known not to be encoded data. */
  wordsUntil: number;
}

/** Tokenizers split numbers into groups of three digits. */
const DIGITS_PER_TOKEN = 3;
const NEWLINES_PER_TOKEN = 16;
const BLANKS_PER_TOKEN = 80;
/** Runs of one repeated symbol, such as `-----`, have long tokens. */
const REPEATED_SYMBOLS_PER_TOKEN = 16;
/**
 * The characters outside ASCII whose runs have long tokens: no-break and ideographic space, dash, ellipsis, box lines,
 * square, replacement character.
 */
const IN_LONG_RUNS: ReadonlySet<string> = new Set('\u00a0\u3000—…─━═□\ufffd');
/** Tokens of a row of 0, 1, 2, … different symbols, which often share a token. */
const SYMBOL_ROW_TOKENS: readonly number[] = [0, 1, 1.03, 1.13, 1.5, 1.95, 2.6, 3.3];
const TOKENS_PER_FURTHER_SYMBOL = 0.7;

/**
 * Estimates how many tokens a text has, as a whole number, without a vocabulary. The text is split as byte-pair
 * tokenizers do before they look anything up, and each piece counts the average tokens of its kind. Linear in the
 * length of the text.
 */
export function estimateTokens(text: string): number {
  const reading: Reading = { text, at: 0, tokens: 0, lead: 'none', script: undefined, wordsUntil: 0 };
  while (reading.at < text.length) readPiece(reading);
  return text === '' ? 0 : Math.max(1, Math.round(reading.tokens));
}

function readPiece(reading: Reading): void {
  const kind = kindAt(reading.text, reading.at);
  if (kind !== WIDE) reading.script = undefined;
  if (kind === WIDE) readWide(reading);
  else if (kind === BLANK || kind === NEWLINE) readSpace(reading);
  else if (kind === SYMBOL) readSymbols(reading);
  else if (readEncodedData(reading)) return;
  else if (kind === DIGIT) readDigits(reading);
  else readWord(reading);
}

function readSpace(reading: Reading): void {
  const { text, at } = reading;
  let end = at;
  let afterNewlines = at;
  for (let kind = kindAt(text, end); kind === BLANK || kind === NEWLINE; kind = kindAt(text, end)) {
    end += 1;
    if (kind === NEWLINE) afterNewlines = end;
  }
  const newlines = afterNewlines - at;
  const blanks = end - afterNewlines;
  // A line break directly after a symbol is part of the symbol's token.
  const isJoined = kindAt(text, at) === NEWLINE && kindAt(text, at - 1) === SYMBOL;
  if (newlines > 0) reading.tokens += (isJoined ? 0 : 1) + newlines / NEWLINES_PER_TOKEN;
  if (blanks > 1) reading.tokens += 1 + blanks / BLANKS_PER_TOKEN;
  // The last blank is part of the token of the next word or symbol, but not of a digit.
  const next = kindAt(text, end);
  if (blanks > 0 && (next === DIGIT || (next === undefined && blanks === 1))) reading.tokens += 1;
  advance(reading, end, blanks > 0 ? 'blank' : 'none');
}

function readSymbols(reading: Reading): void {
  const { text, at } = reading;
  const end = endOfKind(text, at, SYMBOL);
  const next = kindAt(text, end);
  if (end - at === 1 && (next === LOWER || next === UPPER) && reading.lead !== 'blank') {
    advance(reading, end, leadOf(text.charAt(at)));
    return;
  }
  let different = 1;
  for (let index = at + 1; index < end; index += 1) {
    if (text.charCodeAt(index) !== text.charCodeAt(index - 1)) different += 1;
  }
  const repeated = end - at - different;
  reading.tokens += symbolRowTokens(different) + repeated / REPEATED_SYMBOLS_PER_TOKEN;
  advance(reading, end);
}

function symbolRowTokens(symbols: number): number {
  const longest = SYMBOL_ROW_TOKENS.length - 1;
  const further = Math.max(0, symbols - longest);
  return (SYMBOL_ROW_TOKENS[symbols - further] ?? 0) + further * TOKENS_PER_FURTHER_SYMBOL;
}

/** Reads encoded data such as base64 or hex. Returns false if a word or number starts here instead. */
function readEncodedData(reading: Reading): boolean {
  if (reading.at < reading.wordsUntil) return false;
  const { end, denseTokens } = readLetterRun(reading.text, reading.at);
  reading.wordsUntil = end;
  if (denseTokens === undefined) return false;
  reading.tokens += denseTokens;
  advance(reading, end);
  return true;
}

function readDigits(reading: Reading): void {
  const end = endOfKind(reading.text, reading.at, DIGIT);
  reading.tokens += Math.ceil((end - reading.at) / DIGITS_PER_TOKEN);
  advance(reading, end);
}

/** Reads a word, or one part of a name in camel case. */
function readWord(reading: Reading): void {
  const { text, at, lead } = reading;
  const smallFrom = endOfKind(text, at, UPPER);
  const end = endOfKind(text, smallFrom, LOWER);
  reading.tokens += wordTokens(end - at, caseOf(smallFrom - at, end - smallFrom), lead);
  advance(reading, end);
}

function readWide(reading: Reading): void {
  const { text, at } = reading;
  const code = text.codePointAt(at) ?? 0;
  const { script, tokens } = weighWide(code, reading.script);
  const isRepeated = text.charCodeAt(at - 1) === code && IN_LONG_RUNS.has(text.charAt(at));
  reading.tokens += isRepeated ? tokens / REPEATED_SYMBOLS_PER_TOKEN : tokens;
  reading.script = script;
  advance(reading, at + (code > 0xffff ? 2 : 1));
}

function advance(reading: Reading, to: number, lead: WordLead = 'none'): void {
  reading.at = to;
  reading.lead = lead;
}
