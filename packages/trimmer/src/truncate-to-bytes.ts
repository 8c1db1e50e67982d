const encoder = new TextEncoder();

/**
 * The longest prefix of `text` that takes at most `maxBytes` bytes of UTF-8 and ends between two characters. Looks at no
 * more of the text than can fit, and does not keep a long text alive for the sake of a short prefix.
 * @throws RangeError unless `maxBytes` is a finite number ≥ 0.
 */
export function truncateToBytes(text: string, maxBytes: number): string {
  requireByteCount(maxBytes);
  // No UTF-16 code unit takes more than three bytes.
  if (text.length * 3 <= maxBytes) return text;
  // And none takes less than one: what lies behind `maxBytes` units can never fit.
  const candidate = dropSplitPair(text, text.slice(0, Math.floor(maxBytes)));
  const { read } = encoder.encodeInto(candidate, new Uint8Array(Math.min(Math.floor(maxBytes), candidate.length * 3)));
  if (read === text.length) return text;
  return detach(candidate.slice(0, read), text);
}

/** Refuses a byte count that is not a finite number ≥ 0. */
export function requireByteCount(maxBytes: number): void {
  if (typeof maxBytes !== 'number' || !Number.isFinite(maxBytes) || maxBytes < 0) {
    throw new RangeError(`maxBytes must be a finite number ≥ 0, got ${String(maxBytes)}`);
  }
}

// A slice may end between the halves of a pair; the half alone would be encoded as a replacement character.
function dropSplitPair(text: string, prefix: string): string {
  const end = prefix.length;
  return end > 0 && end < text.length && isHigh(text.charCodeAt(end - 1)) && isLow(text.charCodeAt(end))
    ? prefix.slice(0, -1)
    : prefix;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

// A slice of a string keeps the whole string in memory. Concatenating and slicing again makes a copy of the slice only.
function detach(prefix: string, whole: string): string {
  return prefix.length * 2 < whole.length ? ` ${prefix}`.slice(1) : prefix;
}
