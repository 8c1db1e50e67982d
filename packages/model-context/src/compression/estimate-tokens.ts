import type { Content, Part } from '../content.ts';
import { toJson } from '../requests/to-json.ts';

/**
 * Pieces of text that tokenizers with large vocabularies tend to treat as units: a Latin word up to a change to upper
 * case, three digits, punctuation with what touches it, white space, one letter of a dense script, a word of another.
 */
const PIECES =
  /(?<latin>[A-Z]*[a-z]+|[A-Z]+)|(?<digits>[0-9]{1,3})|(?<space>\s+)|(?<dense>[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])|(?<word>[\p{L}\p{M}]+)|(?<mark>[^\s\p{L}\p{N}]+)|(?<rest>.)/gsu;

/** Letters of a Latin word that are one token on their own; common words are longer, rare ones are split. */
const LATIN_WORD_LETTERS = 9;
const LATIN_REST_LETTERS = 4;
const OTHER_WORD_LETTERS = 3.5;
const DENSE_LETTER_TOKENS = 0.74;
const MARKS_PER_TOKEN = 3;

/** Gemini counts a small image or a page as this many tokens. */
const MEDIA_TOKENS = 258;

/** Roles and separators around a content. */
const CONTENT_TOKENS = 4;

/**
 * About how many tokens a text or a conversation has, without a tokenizer: within a quarter of `o200k_base` on English
 * prose, TypeScript and Chinese. Linear in the length.
 */
export function estimateTokens(input: string | readonly Content[]): number {
  if (typeof input === 'string') return Math.ceil(textTokens(input));
  return Math.ceil(input.reduce((sum, content) => sum + contentTokens(content), 0));
}

function contentTokens(content: Content): number {
  return (content.parts ?? []).reduce((sum, part) => sum + partTokens(part), CONTENT_TOKENS);
}

function partTokens(part: Part): number {
  const { inlineData, fileData, thoughtSignature: _signature, thought: _thought, text, ...rest } = part;
  let tokens = text === undefined ? 0 : textTokens(text);
  if (inlineData || fileData) tokens += MEDIA_TOKENS;
  if (Object.keys(rest).length > 0) tokens += textTokens(toJson(rest));
  return tokens;
}

function textTokens(text: string): number {
  let tokens = 0;
  for (const { 0: piece, groups } of text.matchAll(PIECES)) {
    if (groups?.['latin'] !== undefined) tokens += latinTokens(piece.length);
    else if (groups?.['space'] !== undefined) tokens += piece.length > 1 || piece === '\n' ? 1 : 0;
    else if (groups?.['dense'] !== undefined) tokens += DENSE_LETTER_TOKENS;
    else if (groups?.['word'] !== undefined) tokens += Math.max(1, piece.length / OTHER_WORD_LETTERS);
    else if (groups?.['mark'] !== undefined) tokens += Math.ceil(piece.length / MARKS_PER_TOKEN);
    else tokens += 1;
  }
  return tokens;
}

function latinTokens(letters: number): number {
  return letters <= LATIN_WORD_LETTERS ? 1 : 1 + (letters - LATIN_WORD_LETTERS) / LATIN_REST_LETTERS;
}
