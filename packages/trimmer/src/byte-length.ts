/** Bytes of `text` in UTF-8; a lone surrogate counts 3, as the replacement character it is written as. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text);
}
