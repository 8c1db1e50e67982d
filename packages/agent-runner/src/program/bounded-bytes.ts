/** Keeps the beginning of a byte stream. */
export interface BoundedBytes {
  readonly push: (chunk: Buffer) => void;
  bytes(): Buffer;
  /** Number of bytes that were not kept. */
  cutBytes(): number;
}

/** Keeps the first `maxBytes` bytes and counts the rest. */
export function createBoundedBytes(maxBytes: number): BoundedBytes {
  const chunks: Buffer[] = [];
  let kept = 0;
  let cut = 0;
  return {
    push: (chunk) => {
      const part = chunk.subarray(0, maxBytes - kept);
      if (part.length > 0) chunks.push(part);
      kept += part.length;
      cut += chunk.length - part.length;
    },
    bytes: () => Buffer.concat(chunks, kept),
    cutBytes: () => cut,
  };
}
