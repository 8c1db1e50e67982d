import * as buffer from 'node:buffer';

/** Below this a second buffer costs more than it saves, */
const SMALLEST_TRANSCODED = 2 * 1024;
/** and above it, more memory than a string may cost. */
const LARGEST_TRANSCODED = 1024 * 1024;

/**
 * The text of UTF-8 bytes, as `bytes.toString('utf8', start, end)` gives it. Node decodes other text than ASCII
 * character by character; its way through UTF-16 takes a third of the time, but only for bytes without mistakes.
 */
export function decodeUtf8(bytes: Buffer, start: number, end: number): string {
  const length = end - start;
  if (length >= SMALLEST_TRANSCODED && length <= LARGEST_TRANSCODED) {
    const part = bytes.subarray(start, end);
    if (buffer.isAscii(part)) return part.toString('latin1');
    // Not in a Node that was built without ICU.
    if (buffer.transcode !== undefined && buffer.isUtf8(part))
      return buffer.transcode(part, 'utf8', 'utf16le').toString('utf16le');
  }
  return bytes.toString('utf8', start, end);
}
