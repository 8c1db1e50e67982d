import { decodeUtf8 } from './decode-utf8.ts';
import type { JsonObject } from './json-line.ts';
import type { LineBlock } from './line-reader.ts';

const NEWLINE = 0x0a;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;

/**
 * All lines of a block parsed as one JSON list, which costs less than to parse them one by one. A newline cannot stand
 * inside a JSON string, so each can become a comma; that is done to the bytes, which costs no copy. With anything amiss
 * (a blank line, noise, a torn line) the result is `undefined`, the block as it was, and each line is to be judged alone.
 */
export function parseTogether(block: LineBlock): JsonObject[] | undefined {
  const last = block.length - 1;
  const first = block.indexOf(NEWLINE, 1);
  // One line alone gains nothing.
  if (block[1] !== OPENING_BRACE || first === last) return undefined;
  const newlines: number[] = [];
  for (let at = first; at !== last; at = block.indexOf(NEWLINE, at + 1)) {
    block[at] = COMMA;
    newlines.push(at);
  }
  block[0] = OPENING_BRACKET;
  block[last] = CLOSING_BRACKET;
  const values = parseList(decodeUtf8(block, 0, block.length));
  if (values?.length === newlines.length + 1 && values.every(isJsonObject)) return values;
  for (const at of newlines) block[at] = NEWLINE;
  block[last] = NEWLINE;
  return undefined;
}

function parseList(text: string): unknown[] | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
