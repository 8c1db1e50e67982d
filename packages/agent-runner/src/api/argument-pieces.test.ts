import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createArgumentPieces } from './argument-pieces.ts';

const read = (...pieces: string[]) => readAll(pieces);

const readAll = (pieces: readonly string[]) => {
  const args = createArgumentPieces();
  for (const piece of pieces) args.add(piece);
  return args.read();
};

describe('the arguments of a call', () => {
  it('are the object that the pieces make, wherever it is split', () => {
    const objects = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(objects, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (object, lengths) => {
        const json = JSON.stringify(object);
        const pieces: string[] = [];
        for (let at = 0, index = 0; at < json.length; index += 1) {
          const length = lengths[index % lengths.length]!;
          pieces.push(json.slice(at, at + length));
          at += length;
        }
        expect(read(...pieces)).toEqual(JSON.parse(json));
      }),
    );
  });

  it.each([
    ['nothing at all', [], {}],
    ['blanks', [' ', '\n'], {}],
    ['null', ['null'], {}],
    ['JSON encoded twice', [JSON.stringify('{"path":"x"}')], { path: 'x' }],
    ['JSON encoded twice, in pieces', ['"{\\"pa', 'th\\":\\"x\\"}"'], { path: 'x' }],
    ['an empty text, encoded', ['""'], {}],
    ['all so far with every piece', ['{', '{"path"', '{"path":"x"}'], { path: 'x' }],
    ['the object twice', ['{"path":"x"}', '{"path":"x"}'], { path: 'x' }],
    ['the pieces twice', ['{"pa', 'th":"x"}', '{"pa', 'th":"x"}'], { path: 'x' }],
    ['an empty object first', ['{}', '{"pa', 'th":"x"}'], { path: 'x' }],
    ['another object behind', ['{"path":"x"}', ' {"path":"y"}'], { path: 'x' }],
    ['an object that begins like itself', ['{"a":', '{"a":1}}'], { a: { a: 1 } }],
    ['braces and quotes in strings', ['{"a":"}\\"{"}', '{"a":"}\\"{"}'], { a: '}"{' }],
  ])('are read from %s', (_, pieces, args) => {
    expect(read(...pieces)).toEqual(args);
  });

  it.each([
    ['a list', ['[1]']],
    ['no JSON', ['{"a": x}']],
    ['half an object', ['{"a":"x']],
    ['words behind', ['{}', 'x']],
  ])('are not made up from %s', (_, pieces) => {
    expect(read(...pieces)).toBeUndefined();
  });

  it('are read in linear time', () => {
    for (const piece of ['{"a":1}', '{', '"', '{"a":{']) {
      const object = piece.endsWith('}') ? { a: 1 } : undefined;
      expect(readAll([' ', ...Array.from({ length: 200_000 }, () => piece)])).toEqual(object);
    }
  });
});
