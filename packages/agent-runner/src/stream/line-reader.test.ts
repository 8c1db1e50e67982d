import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineReader, type LineBlock } from './line-reader.ts';

/** The lines of a block, joined by newlines. */
function textOf(block: LineBlock | undefined): string | undefined {
  return block?.toString('utf8', 1, block.length - 1);
}

/** All lines of a stream that comes in chunks of these sizes, the last size repeated. */
function readAll(stream: Buffer, sizes: readonly number[], maxLineBytes = 1 << 20): string[] {
  const reader = createLineReader({ maxLineBytes });
  const blocks: string[] = [];
  for (let start = 0, turn = 0; start < stream.length; turn++) {
    const size = sizes[Math.min(turn, sizes.length - 1)] ?? 1;
    const block = textOf(reader.push(stream.subarray(start, start + size)));
    if (block !== undefined) blocks.push(block);
    start += size;
  }
  const last = textOf(reader.end());
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
    expect(textOf(reader.push(Buffer.from('one\n')))).toBe('one');
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
        const block = textOf(reader.push(stream.subarray(start, start + size)));
        if (block !== undefined) blocks.push(block);
      }
      expect(blocks).toEqual(['a'.repeat(10)]);
      expect(reader.overflowed).toBe(true);
    },
  );

  it('ends every line of a block with a newline, behind one byte that is free', () => {
    const reader = createLineReader({ maxLineBytes: 10 });
    expect(reader.push(Buffer.from('one\r\ntwo\nthr'))?.toString('latin1', 1)).toBe('one\r\ntwo\n');
    expect(reader.end()?.toString('latin1', 1)).toBe('thr\n');
  });

  it('lends out memory of its own: whatever is done to a block, chunks stay as they are', () => {
    const reader = createLineReader({ maxLineBytes: 10 });
    const chunks = ['a\nb', 'c\nd\n', 'e\n'].map((text) => Buffer.from(text));
    for (const chunk of chunks) reader.push(chunk)?.fill('#');
    expect(chunks.map(String)).toEqual(['a\nb', 'c\nd\n', 'e\n']);
  });

  it('copies a long line once, not once a chunk', () => {
    const chunk = Buffer.alloc(1024, 'x');
    const reader = createLineReader({ maxLineBytes: 1 << 26 });
    const copiedBytes = countCopiedBytes(() => {
      for (let index = 0; index < 4096; index++) reader.push(chunk);
      expect(textOf(reader.push(Buffer.from('\n')))?.length).toBe(4096 * 1024);
    });
    expect(copiedBytes).toBe(4096 * 1024);
  });

  it('uses the same memory for every block, unless it is very large', () => {
    const reader = createLineReader({ maxLineBytes: 1 << 26 });
    const memoryOf = (bytes: number): ArrayBufferLike | undefined => reader.push(Buffer.alloc(bytes, '\n'))?.buffer;
    const first = memoryOf(64 * 1024);
    expect(memoryOf(64 * 1024)).toBe(first);
    expect(memoryOf(1 << 20)).not.toBe(first);
    expect(memoryOf(64 * 1024)).toBe(first);
  });
});

function countCopiedBytes(work: () => void): number {
  const copy = Buffer.prototype.copy;
  let bytes = 0;
  Buffer.prototype.copy = function (this: Buffer, ...target: Parameters<typeof copy>) {
    const copied = copy.apply(this, target);
    bytes += copied;
    return copied;
  };
  try {
    work();
  } finally {
    Buffer.prototype.copy = copy;
  }
  return bytes;
}
