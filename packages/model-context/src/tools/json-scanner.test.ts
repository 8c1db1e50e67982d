import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanJsonObjects } from './json-scanner.ts';

const found = (text: string) => scanJsonObjects(text).objects.map(({ start, end }) => text.slice(start, end));

describe('scanning text for JSON objects', () => {
  it('finds complete objects in the text, but not those inside another', () => {
    expect(found('a {"b":{"c":[{},1.5e3,null]}} d {} e')).toEqual(['{"b":{"c":[{},1.5e3,null]}}', '{}']);
  });

  it('finds an object in quotation marks', () => {
    expect(found('"{"a":1}"')).toEqual(['{"a":1}']);
  });

  it('ignores braces, fences and escapes inside strings', () => {
    const object = '{"a":"} ``` { \\" \\\\ \\u00e9"}';
    expect(found(`x ${object} y`)).toEqual([object]);
  });

  it('finds complete objects inside an incomplete one, and inside its strings', () => {
    expect(found('{"a": {"b":1}, oops')).toEqual(['{"b":1}']);
    expect(found('{"a{"b":1}')).toEqual(['{"b":1}']);
    expect(found('{ not json {"b":1}')).toEqual(['{"b":1}']);
  });

  it('finds complete objects of an array that an incomplete object holds', () => {
    expect(found('{"a":[{"b":1}], oops')).toEqual(['{"b":1}']);
  });

  it('gives the objects in the order of the text, although those inside strings are found last', () => {
    expect(found('{"{}":{"b":1}, oops')).toEqual(['{}', '{"b":1}']);
  });

  it('gives only the first of two objects that overlap', () => {
    expect(found('{"{":{":1}":2}, oops')).toEqual(['{":{":1}']);
  });

  it('reads no further than the end of a complete object', () => {
    expect(found('{"a":1}, "then {"b":2}')).toEqual(['{"a":1}', '{"b":2}']);
  });

  it('accepts every kind of white space that JSON allows', () => {
    const object = '{\r\n\t"a" :\t1\r\n}';
    expect(found(object)).toEqual([object]);
  });

  it('reports where an object became invalid, and the objects that were open there, outermost first', () => {
    expect(scanJsonObjects('{"a":[{"b":[oops').broken).toEqual([{ starts: [0, 6], end: 12 }]);
    expect(scanJsonObjects('{"a":"{"} {}').broken).toEqual([]);
  });

  it('finds nothing in text that JSON.parse refuses', () => {
    const wrong = [
      '{a:1}',
      "{'a':1}",
      '{"a":01}',
      '{"a":1,}',
      '{"a"}',
      '{"a":tru}',
      '{"a":"\n"}',
      '{"a":"\n1}',
      '{"a":"\\x"}',
      '{"a":"\\u12"}',
      '{"a":[1,]}',
    ];
    for (const text of wrong) expect(found(text)).toEqual([]);
  });

  it('finds any object that JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(3), (value, indent) => {
        const json = JSON.stringify(value, null, indent);
        expect(found(`text ${json} text`)).toEqual([json]);
      }),
    );
  });

  it('finds only what JSON.parse accepts, in any mix of fragments', () => {
    const fragments = fc.array(
      fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '\\', 'a', '1', ' ', '\n', '"a"', '{}'),
    );
    fc.assert(
      fc.property(fragments, (pieces) => {
        for (const json of found(pieces.join(''))) expect(() => JSON.parse(json)).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });

  it('examines each character at most four times on average, also in hostile text', () => {
    const length = 20_000;
    const hostile = [
      '{"tool_call":{',
      '{"',
      '{"{',
      '"{',
      '{":',
      '{"a":"{',
      '{"a":[',
      '{"\\"{',
      '{}',
      '{"a":{"b":"{}"},',
      '{":":{","',
      '{ "a{"b":{"c{',
    ];
    for (const unit of hostile) {
      const text = unit.repeat(Math.ceil(length / unit.length));
      const { steps } = scanJsonObjects(text);
      expect(steps, unit).toBeLessThanOrEqual(4 * text.length);
      expect(steps, unit).toBeGreaterThan(text.length);
    }
  });

  it('examines each character at most four times on average, in any repeated text', () => {
    const unit = fc.array(fc.constantFrom('{', '}', '"', ':', ',', '[', ']', '\\', '1', ' ', '\n'), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(unit, (pieces) => {
        const text = pieces.join('').repeat(200);
        expect(scanJsonObjects(text).steps).toBeLessThanOrEqual(4 * text.length);
      }),
      { numRuns: 500 },
    );
  });
});
