/** Keeps the end of a byte stream. */
export interface TextTail {
  push(chunk: Buffer): void;
  /** The kept end as text. */
  text(): string;
}

/** Keeps the last `maxBytes` bytes. Uses about twice that much memory. */
export function createTextTail(maxBytes: number): TextTail {
  let chunks: Buffer[] = [];
  let bytes = 0;

  const join = (): Buffer => {
    const all = Buffer.concat(chunks, bytes);
    const kept = all.length > maxBytes ? all.subarray(all.length - maxBytes) : all;
    chunks = [kept];
    bytes = kept.length;
    return kept;
  };

  return {
    push(chunk) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > 2 * maxBytes) join();
    },
    text: () => join().toString('utf8'),
  };
}
