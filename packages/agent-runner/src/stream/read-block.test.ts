import type { AgentEvent, TurnParser } from '@ctx/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonObject, readLine } from './json-line.ts';
import type { LineBlock } from './line-reader.ts';
import { readBlock } from './read-block.ts';

/** A block of these lines, as a line reader gives it. */
function blockOf(lines: string | Buffer): LineBlock {
  return Buffer.concat([Buffer.from('?'), Buffer.from(lines), Buffer.from('\n')]);
}

/** What a parser is given: objects as they are, other lines as text. */
function read(lines: string | Buffer): { values: unknown[]; together: number } {
  const values: unknown[] = [];
  let together = 0;
  const keep = (value: JsonObject): AgentEvent[] => [{ type: 'raw', data: value }];
  const parser: TurnParser = {
    line: (text) => readLine(text, keep),
    object: (value) => {
      together++;
      return keep(value);
    },
    finish: () => ({ status: 'failed', text: '' }),
  };
  readBlock(parser, blockOf(lines), (events) =>
    values.push(...events.map((event) => event.type === 'raw' && event.data)),
  );
  return { values, together };
}

describe('a block of lines', () => {
  it('of objects is parsed together', () => {
    expect(read('{"a":1}\r\n{"b":"x\\ny"}\n{"c":[1,2]}')).toEqual({
      values: [{ a: 1 }, { b: 'x\ny' }, { c: [1, 2] }],
      together: 3,
    });
  });

  it.each([
    ['noise', '{"a":1}\nnoise\n{"b":2}', [{ a: 1 }, 'noise', { b: 2 }]],
    ['a blank line', '{"a":1}\n\n{"b":2}', [{ a: 1 }, { b: 2 }]],
    ['a torn line', '{"a":1}\n{"b":', [{ a: 1 }, '{"b":']],
    ['values that are no objects', '{"a":1}\n7\n[1]\nnull', [{ a: 1 }, '7', '[1]', 'null']],
    ['one object over two lines', '{"a":1\n"b":2}', ['{"a":1', '"b":2}']],
    ['two objects in one line', '{"a":1},{"b":2}\n{"c":3}', ['{"a":1},{"b":2}', { c: 3 }]],
    [
      'blanks, a byte order mark or escapes before an object',
      ' {"a":1}\n\uFEFF{"b":2}\n\u001b[0m{"c":3}',
      [{ a: 1 }, { b: 2 }, { c: 3 }],
    ],
  ])('with %s is judged line by line', (_, block, values) => {
    expect(read(block)).toEqual({ values, together: 0 });
  });

  it('gives what its lines give one by one, whatever they hold', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 8 });
    const long = fc.constantFrom('a', 'é', '会', '😀').map((character) => character.repeat(3_000));
    const object = fc.dictionary(text, fc.oneof(text, long, fc.double(), fc.array(text)));
    const line = fc.oneof(
      { weight: 9, arbitrary: object.map((value) => JSON.stringify(value)) },
      fc.json(),
      text.map((noise) => noise.replaceAll('\n', '')),
      object.map((value) => `\u001b[0m ${JSON.stringify(value)}`),
      object.map((value) => JSON.stringify(value).slice(0, -2)),
    );
    const ending = fc.constantFrom('\n', '\n', '\n', '\r\n');
    fc.assert(
      fc.property(fc.array(fc.tuple(line, ending), { minLength: 1, maxLength: 30 }), (parts) => {
        const lines = parts.map(([text, end]) => text + end).join('');
        const oneByOne = parts.flatMap(([text]) => read(text).values);
        expect(read(lines.slice(0, -1)).values).toEqual(oneByOne);
      }),
    );
  });

  it('with bytes that are no text gives what its lines give one by one', () => {
    const object = fc.uint8Array({ maxLength: 8 }).map((bytes) => {
      const text = Buffer.from(bytes).map((byte) => (byte < 0x80 ? 0x61 : byte));
      return Buffer.concat([Buffer.from('{"text":"'), text, Buffer.from('"}')]);
    });
    fc.assert(
      fc.property(fc.array(object, { minLength: 2, maxLength: 5 }), (objects) => {
        const lines = Buffer.concat(objects.flatMap((bytes) => [Buffer.from('\n'), bytes])).subarray(1);
        const oneByOne = objects.flatMap((bytes) => read(bytes).values);
        expect(read(lines)).toEqual({ values: oneByOne, together: objects.length });
      }),
    );
  });

  it('that is not all ASCII is parsed in parts, still together', () => {
    const lines = Array.from({ length: 400 }, (_, number) => ({ number, text: number === 250 ? 'a — b' : 'a - b' }));
    const block = lines.map((line) => JSON.stringify(line)).join('\n');
    expect(read(block)).toEqual({ values: lines, together: lines.length });
  });

  it('goes line by line to a parser that knows nothing else', () => {
    const lines: string[] = [];
    const parser: TurnParser = {
      line: (text) => {
        lines.push(text);
        return [];
      },
      finish: () => ({ status: 'failed', text: '' }),
    };
    readBlock(parser, blockOf('{"a":1}\r\n\n— b'), () => {});
    expect(lines).toEqual(['{"a":1}', '', '— b']);
  });
});
