/** The one that all share. */
export const encoder = new TextEncoder();

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
