import { isAscii } from 'node:buffer';
import type { AgentEvent } from '@ctx/contract';
import type { LineBlock } from './line-reader.ts';

/**
 * The form that most lines of a stream have, such as a delta of text, and how it is read without parsing the line: one
 * string of a line of eight is all that is wanted, and to match the rest takes a fifth of the time of parsing it.
 */
export interface FrequentLine {
  /**
   * Sticky. Matches, from its first byte to its last, a line that `JSON.parse` would read and that means what `read`
   * takes it for, whatever else is in it; a line it does not match is parsed. It sees bytes, not characters. Its first
   * group is all that stands before the wanted string, its second that string, in quotes.
   */
  readonly pattern: RegExp;
  /** The events of such a line, given the wanted string. */
  read(wanted: string): AgentEvent[];
}

/** A JSON string, for patterns. Whether what it escapes may be escaped is left to `JSON.parse`. */
export const JSON_STRING = String.raw`"[^"\\\x00-\x1f]*(?:\\.[^"\\\x00-\x1f]*)*"`;
/** A JSON string in which nothing is escaped, for patterns. */
export const PLAIN_JSON_STRING = String.raw`"[^"\\\x00-\x1f]*"`;

/** What becomes of the parts of a block, in their order. */
export interface BlockParts {
  onFrequent(events: readonly AgentEvent[]): void;
  onOthers(block: LineBlock): void;
}

/** A line in a larger block may be longer than a pattern should be matched with. */
const LARGEST_BLOCK = 256 * 1024;
const NEWLINE = 0x0a;
const NON_ASCII = /[\x80-\xff]/;

/** Reads the frequent lines of a block, and hands on what is between them as blocks. */
export function cutAtFrequentLines({ pattern, read }: FrequentLine, block: LineBlock, parts: BlockParts): void {
  if (block.length > LARGEST_BLOCK) {
    parts.onOthers(block);
    return;
  }
  // One character a byte, so that places in the text are places in the block, and the text takes no decoding.
  const text = block.toString('latin1');
  const bytesAreText = isAscii(block);
  let othersStart = 1;
  for (let start = 1; start < text.length; ) {
    pattern.lastIndex = start;
    const match = pattern.exec(text);
    const end = pattern.lastIndex;
    const wanted =
      match !== null && text.charCodeAt(end) === NEWLINE ? wantedString(match, block, bytesAreText) : undefined;
    if (match === null || wanted === undefined) start = text.indexOf('\n', start) + 1;
    else {
      if (othersStart < start) parts.onOthers(block.subarray(othersStart - 1, start));
      parts.onFrequent(read(wanted));
      start = end + 1;
      othersStart = start;
    }
  }
  if (othersStart < text.length) parts.onOthers(block.subarray(othersStart - 1));
}

/** Parsed, it is a string of its own; a slice of the text would keep all of the text in memory. */
function wantedString(match: RegExpExecArray, block: LineBlock, bytesAreText: boolean): string | undefined {
  const quoted = match[2]!;
  const start = match.index + match[1]!.length;
  try {
    const isText = bytesAreText || !NON_ASCII.test(quoted);
    return JSON.parse(isText ? quoted : block.toString('utf8', start, start + quoted.length));
  } catch {
    return undefined;
  }
}
