import type { AgentEvent, TurnParser } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { type JsonObject, readLine } from './json-line.ts';
import { readBlock } from './read-block.ts';

/** What a parser is given: objects as they are, other lines as text. */
function read(block: string): { values: unknown[]; together: number } {
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
  readBlock(parser, block, (events) => values.push(...events.map((event) => event.type === 'raw' && event.data)));
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
});
