import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineReader } from './line-reader.ts';

/** All lines of a stream that comes in chunks of these sizes, the last size repeated. */
function readAll(stream: Buffer, sizes: readonly number[], maxLineBytes = 1 << 20): string[] {
  const reader = createLineReader({ maxLineBytes });
  const blocks: string[] = [];
  for (let start = 0, turn = 0; start < stream.length; turn++) {
    const size = sizes[Math.min(turn, sizes.length - 1)] ?? 1;
    const block = reader.push(stream.subarray(start, start + size));
    if (block !== undefined) blocks.push(block);
    start += size;
  }
  const last = reader.end();
  return [...blocks, ...(last === undefined ? [] : [last])].flatMap((block) => block.split('\n'));
}

describe('a line reader', () => {
  it('gives the same lines however the stream is cut', () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ''));
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (lines, sizes) => {
        const stream = Buffer.from(lines.map((text) => `${text}\n`).join(''));
        expect(readAll(stream, sizes)).toEqual(lines);
      }),
    );
  });

  it('gives a last line without newline', () => {
    expect(readAll(Buffer.from('one\ntwo'), [2])).toEqual(['one', 'two']);
  });

  it('stops at a line that is longer than allowed, with the lines before it', () => {
    const reader = createLineReader({ maxLineBytes: 10 });
    expect(reader.push(Buffer.from('one\n'))).toBe('one');
    expect(reader.push(Buffer.from('12345'))).toBeUndefined();
    expect(reader.overflowed).toBe(false);
    expect(reader.push(Buffer.from('678901'))).toBeUndefined();
    expect(reader.overflowed).toBe(true);
    expect(reader.push(Buffer.from('\nmore\n'))).toBeUndefined();
    expect(reader.end()).toBeUndefined();
  });

  it.each([1, 4, 11, 64])(
    'finds a line that is too long in chunks of %i bytes, and keeps one that just fits',
    (size) => {
      const reader = createLineReader({ maxLineBytes: 10 });
      const stream = Buffer.from(`${'a'.repeat(10)}\n${'b'.repeat(11)}\n${'c'.repeat(3)}\n`);
      const blocks: string[] = [];
      for (let start = 0; start < stream.length; start += size) {
        const block = reader.push(stream.subarray(start, start + size));
        if (block !== undefined) blocks.push(block);
      }
      expect(blocks).toEqual(['a'.repeat(10)]);
      expect(reader.overflowed).toBe(true);
    },
  );

  it('copies a long line once, not once a chunk', () => {
    const chunk = Buffer.alloc(1024, 'x');
    let copiedBytes = 0;
    const concat = Buffer.concat;
    Buffer.concat = ((list: readonly Uint8Array[], length?: number) => {
      copiedBytes += length ?? 0;
      return concat(list, length);
    }) as typeof Buffer.concat;
    try {
      const reader = createLineReader({ maxLineBytes: 1 << 26 });
      for (let index = 0; index < 4096; index++) reader.push(chunk);
      expect(reader.push(Buffer.from('\n'))?.length).toBe(4096 * 1024);
    } finally {
      Buffer.concat = concat;
    }
    expect(copiedBytes).toBe(4096 * 1024);
  });
});
