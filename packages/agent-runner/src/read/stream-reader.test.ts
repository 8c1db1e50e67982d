import buffer from 'node:buffer';
import { syncBuiltinESMExports } from 'node:module';
import type { TurnParser } from '@ctx/contract';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createStreamReader, type StreamReader } from './stream-reader.ts';

/** A reader whose parser records its input: objects, and other lines as text. */
function noting(maxLineBytes = 1 << 20, isJson = true): { reader: StreamReader; given: unknown[] } {
  const given: unknown[] = [];
  const note = (value: unknown): [] => {
    given.push(value);
    return [];
  };
  const parser: TurnParser = {
    ...(isJson ? { json: note } : {}),
    text: note,
    finish: () => ({ status: 'failed', text: '' }),
  };
  return { reader: createStreamReader(parser, { maxLineBytes, onEvents: () => {} }), given };
}

/** The parser's input for a stream in chunks of these sizes. The last size is repeated. */
function read(stream: string | Buffer, sizes: readonly number[] = [1 << 20], isJson = true): unknown[] {
  const { reader, given } = noting(undefined, isJson);
  const bytes = Buffer.from(stream);
  for (let start = 0, turn = 0; start < bytes.length; turn++) {
    const size = sizes[Math.min(turn, sizes.length - 1)]!;
    reader.push(bytes.subarray(start, start + size));
    start += size;
  }
  reader.end();
  return given;
}

describe('lines of a stream', () => {
  it('are JSON objects or text', () => {
    expect(read('{"a":1}\nnoise\n\n{"b":"x\\ny"}\n')).toEqual([{ a: 1 }, 'noise', '', { b: 'x\ny' }]);
  });

  it.each([
    ['JSON that is not an object', '7\n"x"\nnull\n[{"a":1}]\n', ['7', '"x"', 'null', '[{"a":1}]']],
    ['an incomplete object', '{"a":1}\n{"b":', [{ a: 1 }, '{"b":']],
    ['one object over two lines', '{"a":1\n"b":2}\n', ['{"a":1', '"b":2}']],
    ['two objects in one line', '{"a":1},{"b":2}\n{"c":3}\n', ['{"a":1},{"b":2}', { c: 3 }]],
    ['carriage returns', 'a\r\n{"a":1}\r\nb\r\r\n\r\n', ['a', { a: 1 }, 'b\r', '']],
    ['a last line without newline', 'a\n{"a":1}', ['a', { a: 1 }]],
  ])('are split correctly with %s', (_, stream, given) => {
    expect(read(stream)).toEqual(given);
  });

  it('are objects even after blanks, a byte order mark or escapes', () => {
    expect(read(' {"a":1}\n\uFEFF{"b":2}\n\u001b[0m{"c":3}\n')).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }]);
  });

  it('are all unchanged text for a parser without json', () => {
    expect(read('{"a": 1.0}\r\n\n[1]\n', [3], false)).toEqual(['{"a": 1.0}', '', '[1]']);
  });

  it('are the same wherever the stream is split, with any content', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 8 });
    const long = fc.constantFrom('a', 'é', '会', '😀').map((character) => character.repeat(3_000));
    const object = fc.dictionary(text, fc.oneof(text, long, fc.double({ noNaN: true }), fc.array(text)));
    const line = fc.oneof(
      object.map((value) => JSON.stringify(value)),
      text.map((noise) => noise.replaceAll(/[\r\n]/g, '')),
    );
    const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(5_000)), { minLength: 1 });
    fc.assert(
      fc.property(fc.array(line), sizes, fc.constantFrom('\n', '\r\n'), (lines, sizes, ending) => {
        const oneByOne = lines.flatMap((line) => read(`${line}\n`));
        expect(read(lines.map((line) => line + ending).join(''), sizes)).toEqual(oneByOne);
      }),
    );
  });

  it('are decoded as Node does it, even if the bytes are not valid text', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 4 }),
      fc.constantFrom('a', 'é', '😀', '\ufeff').map((character) => Buffer.from(character.repeat(500))),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const line = Buffer.concat(pieces).map((byte) => (byte === 0x0a || byte === 0x0d ? 0x20 : byte));
        const stream = Buffer.concat([line, Buffer.from('\n')]);
        expect(read(stream, [7], false)).toEqual([Buffer.from(line).toString('utf8')]);
      }),
    );
  });
});

describe('a line that is too long', () => {
  it('ends the reading after the lines before it', () => {
    const { reader, given } = noting(10);
    reader.push(Buffer.from('one\n12345'));
    expect(reader.overflowed).toBe(false);
    reader.push(Buffer.from('678901'));
    expect(reader.overflowed).toBe(true);
    reader.push(Buffer.from('\nmore\n'));
    reader.end();
    expect(given).toEqual(['one']);
  });

  it.each([1, 4, 11, 64])('is found in chunks of %i bytes, and a line of the maximum length is kept', (size) => {
    const { reader, given } = noting(10);
    const stream = Buffer.from(`${'a'.repeat(10)}\n${'b'.repeat(11)}\n${'c'.repeat(3)}\n`);
    for (let start = 0; start < stream.length; start += size) reader.push(stream.subarray(start, start + size));
    reader.end();
    expect(given).toEqual(['a'.repeat(10)]);
    expect(reader.overflowed).toBe(true);
  });
});

describe('the work of a reader', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });

  it('grows with the bytes of a long line, not with its chunks', () => {
    const copied = countBytes('copy');
    const { reader, given } = noting(1 << 26);
    const chunk = Buffer.alloc(1024, 'x');
    for (let index = 0; index < 4096; index++) reader.push(chunk);
    reader.push(Buffer.from('\n'));
    expect(given).toHaveLength(1);
    // Each byte is copied once, and again when the buffer doubles.
    expect(copied()).toBeLessThan(3 * 4096 * 1024);
  });

  it('does not copy the lines of a chunk', () => {
    const copied = countBytes('copy');
    const { reader, given } = noting();
    for (let index = 0; index < 10; index++) reader.push(Buffer.from(`${'{"a":1}\n'.repeat(8_000)}{"a"`));
    expect(given.length).toBeGreaterThan(79_000);
    expect(copied()).toBeLessThan(1_000);
  });

  it('decodes ASCII as Latin-1, the internal form of such strings', () => {
    const decoded = countBytes('toString', (_, encoding) => encoding !== 'latin1');
    const { reader, given } = noting();
    reader.push(Buffer.from('{"say":"a"}\n'.repeat(1_000)));
    expect(given).toHaveLength(1_000);
    expect(decoded()).toBe(0);
  });

  it('decodes other text by way of UTF-16, a block at a time, never character by character', () => {
    const transcode = vi.spyOn(buffer, 'transcode');
    syncBuiltinESMExports();
    const decoded = countBytes('toString', (bytes, encoding) => encoding !== 'utf16le' && !buffer.isAscii(bytes));
    const { reader, given } = noting();
    reader.push(Buffer.from('{"say":"会議 😀"}\n'.repeat(1_000)));
    expect(given).toHaveLength(1_000);
    expect(transcode).toHaveBeenCalledTimes(1);
    expect(decoded()).toBe(0);
  });
});

/** Counts the bytes that a method of Buffer works on. */
function countBytes(
  name: 'copy' | 'toString',
  isCounted: (bytes: Buffer, argument: unknown) => boolean = () => true,
): () => number {
  const original = Buffer.prototype[name] as (this: Buffer, ...given: unknown[]) => unknown;
  let bytes = 0;
  vi.spyOn(Buffer.prototype, name).mockImplementation(function (this: Buffer, ...given: unknown[]) {
    const [start = 0, end = this.length] = name === 'copy' ? (given.slice(2) as number[]) : [];
    if (isCounted(this, given[0])) bytes += end - start;
    return original.apply(this, given) as never;
  });
  return () => bytes;
}
