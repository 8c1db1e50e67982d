import { isAscii } from 'node:buffer';
import type { LineBlock } from './line-reader.ts';

/** A part smaller than this is not cut further. */
const SMALLEST_CUT = 4 * 1024;
const NEWLINE = 0x0a;

/**
 * Cuts a block in halves, and those again, until what is not ASCII is by itself. One dash makes all text it is decoded
 * with twice as wide and several times as slow to decode and to parse; this way it does so to a few lines only.
 */
export function cutIntoAsciiParts(block: LineBlock, onPart: (part: LineBlock) => void): void {
  const middle = block.length < SMALLEST_CUT || isAscii(block) ? -1 : block.indexOf(NEWLINE, block.length >> 1);
  if (middle === -1 || middle === block.length - 1) {
    onPart(block);
    return;
  }
  cutIntoAsciiParts(block.subarray(0, middle + 1), onPart);
  // The newline is the free byte of the second half, once the first half has been read.
  cutIntoAsciiParts(block.subarray(middle), onPart);
}
