/**
 * The part of `TextEncoder` that the trimmer uses. A type of our own, because the types of some users do not declare
 * `TextEncoder`.
 */
interface Utf8Encoder {
  encode(text: string): Uint8Array;
  encodeInto(text: string, target: Uint8Array): { readonly read: number; readonly written: number };
}

/** The encoder that all files of this package share. */
export const encoder: Utf8Encoder = new TextEncoder();

/** Scratch space for counting. Holds most messages whole, and is small enough to stay in the CPU cache. */
const scratch = new Uint8Array(16 * 1024);

/** Bytes of `text` in UTF-8. A lone surrogate counts 3, the size of the replacement character it is encoded as. */
export function byteLength(text: string): number {
  let { read, written: bytes } = encoder.encodeInto(text, scratch);
  while (read < text.length) {
    // A slice that splits a pair does no harm: it has more bytes than fit, so its last unit is not read.
    const more = encoder.encodeInto(text.slice(read, read + scratch.length), scratch);
    read += more.read;
    bytes += more.written;
  }
  return bytes;
}
