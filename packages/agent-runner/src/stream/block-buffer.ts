import type { LineBlock } from './line-reader.ts';

/** Where the pieces of a block are put together. */
export interface BlockBuffer {
  /** The pieces, `length` bytes in all, as one block; the one before is void then. */
  join(pieces: readonly Buffer[], length: number): LineBlock;
}

/** A block larger than this has memory of its own, which goes with it. */
const LARGEST_KEPT = 256 * 1024;
const NEWLINE = 0x0a;

/**
 * The same memory for every block: memory that is asked for anew each time has to be mapped and touched anew, too, and
 * that costs as much as half of parsing what is in it.
 */
export function createBlockBuffer(): BlockBuffer {
  let kept = Buffer.alloc(0);

  const memoryOf = (size: number): Buffer => {
    if (size <= kept.length) return kept;
    if (size > LARGEST_KEPT) return Buffer.allocUnsafeSlow(size);
    kept = Buffer.allocUnsafeSlow(Math.min(LARGEST_KEPT, 2 * size));
    return kept;
  };

  return {
    join(pieces, length) {
      const size = length + 2;
      const memory = memoryOf(size);
      let end = 1;
      for (const piece of pieces) end += piece.copy(memory, end);
      memory[end] = NEWLINE;
      return memory.subarray(0, size);
    },
  };
}
