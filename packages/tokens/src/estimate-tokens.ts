import { BLANK, DIGIT, endOfKind, kindAt, LOWER, NEWLINE, SYMBOL, UPPER, WIDE } from './character-kind.ts';
import { readLetterRun } from './dense-run.ts';
import { type Script, weighWide } from './wide-tokens.ts';
import { caseOf, leadOf, type WordLead, wordTokens } from './word-tokens.ts';

/** How far a text has been read. */
interface Reading {
  readonly text: string;
  at: number;
  tokens: number;
  /** What stands directly before `at`, where that belongs to the next word. */
  lead: WordLead;
  /** Script of the character before, where that is not ASCII. */
  script: Script | undefined;
  /** Up to here letters and digits are known not to be encoded data. */
  wordsUntil: number;
}

/** Tokenizers take digits in threes. */
const DIGITS_PER_TOKEN = 3;
const NEWLINES_PER_TOKEN = 16;
const BLANKS_PER_TOKEN = 80;
/** Lines of one repeated sign have long tokens. */
const REPEATED_SIGNS_PER_TOKEN = 16;
/** Dashes, dots and lines of boxes come in rows with long tokens; from here on each sign has tokens of its own. */
const FIRST_EMOJI = 0x2600;
/** Different signs in a row share tokens: what rows of 0, 1, 2, … cost. */
const SIGN_ROW_TOKENS: readonly number[] = [0, 1, 1.03, 1.13, 1.5, 1.95, 2.6, 3.3];
const TOKENS_PER_FURTHER_SIGN = 0.7;

/**
 * About how many tokens a text has, without a vocabulary. The text is taken apart the way byte-pair tokenizers do it
 * before they look anything up, and each piece is given what pieces of its kind cost on average. Linear in the length.
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
  else if (kind === SYMBOL) readSigns(reading);
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
  // A line break directly after a sign is part of the sign's token.
  const isJoined = at > 0 && kindAt(text, at) === NEWLINE && kindAt(text, at - 1) === SYMBOL;
  if (newlines > 0) reading.tokens += (isJoined ? 0 : 1) + newlines / NEWLINES_PER_TOKEN;
  if (blanks > 1) reading.tokens += 1 + blanks / BLANKS_PER_TOKEN;
  // The last blank goes with the word or sign after it, but not with a digit.
  const next = kindAt(text, end);
  if (blanks > 0 && (next === DIGIT || (next === undefined && blanks === 1))) reading.tokens += 1;
  advance(reading, end, blanks > 0 ? 'blank' : 'none');
}

function readSigns(reading: Reading): void {
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
  reading.tokens += signRowTokens(different) + repeated / REPEATED_SIGNS_PER_TOKEN;
  advance(reading, end);
}

function signRowTokens(signs: number): number {
  const longest = SIGN_ROW_TOKENS.length - 1;
  const further = Math.max(0, signs - longest);
  return (SIGN_ROW_TOKENS[signs - further] ?? 0) + further * TOKENS_PER_FURTHER_SIGN;
}

/** Reads base64, hex and the like; false where words or numbers begin instead. */
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

/** One word of a name in camel case, or a whole word. */
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
  const isRepeated = script === 'sign' && code < FIRST_EMOJI && at > 0 && text.charCodeAt(at - 1) === code;
  reading.tokens += isRepeated ? tokens / REPEATED_SIGNS_PER_TOKEN : tokens;
  reading.script = script;
  advance(reading, at + (code > 0xffff ? 2 : 1));
}

function advance(reading: Reading, to: number, lead: WordLead = 'none'): void {
  reading.at = to;
  reading.lead = lead;
}
