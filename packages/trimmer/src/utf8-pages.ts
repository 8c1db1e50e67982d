import { encoder } from './byte-length.ts';

/** A line and, once it is encoded, its place in memory. */
export interface PagedLine {
  readonly text: string | undefined;
  readonly bytes: number;
  /** The memory that holds its UTF-8 and a newline: `bytes + 1` bytes from `start` on. */
  page: Uint8Array | undefined;
  start: number;
}

/** The page that new lines are encoded into, after its first `used` bytes. */
export interface OpenPage {
  page: Uint8Array;
  used: number;
}

/** The lines of several turns share a page of this size. A prompt with more new text gets a page as large as it needs. */
const PAGE_BYTES = 64 * 1024;
const NEWLINE = 10;

/** Encodes lines that have no place in memory yet. Each must have its text. */
export function encodeLines(open: OpenPage, lines: readonly PagedLine[]): void {
  const size = lines.reduce((sum, { bytes }) => sum + bytes + 1, 0);
  if (open.used + size > open.page.length) {
    // Filled with newlines, so that each line written into it is followed by one.
    open.page = new Uint8Array(Math.max(size, PAGE_BYTES)).fill(NEWLINE);
    open.used = 0;
  }
  for (const line of lines) {
    line.page = open.page;
    line.start = open.used;
    encoder.encodeInto(line.text!, open.page.subarray(open.used));
    open.used += line.bytes + 1;
  }
}

/**
 * Appends encoded lines, at least one. Lines that are next to each other in memory become one chunk: writing few large
 * chunks is faster than many small ones.
 */
export function addChunks(lines: readonly PagedLine[], chunks: Uint8Array[]): void {
  let { page, start } = lines[0]!;
  let end = start;
  for (const line of lines) {
    if (line.page !== page || line.start !== end) {
      chunks.push(page!.subarray(start, end));
      ({ page, start } = line);
    }
    end = line.start + line.bytes + 1;
  }
  chunks.push(page!.subarray(start, end));
}
