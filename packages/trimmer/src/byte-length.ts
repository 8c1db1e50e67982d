/** What the trimmer needs of a `TextEncoder`; a type of our own, so that nobody's types have to know that name. */
interface Utf8Encoder {
  encode(text: string): Uint8Array;
  encodeInto(text: string, target: Uint8Array): { readonly read: number; readonly written: number };
}

/** The one that all share. */
export const encoder: Utf8Encoder = new TextEncoder();

/** What is written here is only counted. Large enough for most messages in one go, small enough to stay in the cache. */
const scratch = new Uint8Array(16 * 1024);

/** Bytes of `text` in UTF-8; a lone surrogate counts 3, as the replacement character it is written as. */
export function byteLength(text: string): number {
  let { read, written: bytes } = encoder.encodeInto(text, scratch);
  while (read < text.length) {
    const more = encoder.encodeInto(text.slice(read, read + scratch.length), scratch);
    read += more.read;
    bytes += more.written;
  }
  return bytes;
}
