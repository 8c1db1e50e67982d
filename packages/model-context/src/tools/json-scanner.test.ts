import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanJsonObjects } from './json-scanner.ts';

const found = (text: string) => scanJsonObjects(text).objects.map(({ start, end }) => text.slice(start, end));

describe('scanning text for JSON objects', () => {
  it('finds whole objects among words, and none inside another', () => {
    expect(found('a {"b":{"c":[{},1.5e3,null]}} d {} e')).toEqual(['{"b":{"c":[{},1.5e3,null]}}', '{}']);
  });

  it('is not led astray by braces, fences and escapes inside strings', () => {
    const object = '{"a":"} ``` { \\" \\\\ \\u00e9"}';
    expect(found(`x ${object} y`)).toEqual([object]);
  });

  it('finds whole objects inside one that breaks off, and inside its strings', () => {
    expect(found('{"a": {"b":1}, oops')).toEqual(['{"b":1}']);
    expect(found('{"a{"b":1}')).toEqual(['{"b":1}']);
    expect(found('{ not json {"b":1}')).toEqual(['{"b":1}']);
  });

  it('takes nothing that JSON.parse refuses', () => {
    const wrong = [
      '{a:1}',
      "{'a':1}",
      '{"a":01}',
      '{"a":1,}',
      '{"a"}',
      '{"a":tru}',
      '{"a":"\n"}',
      '{"a":"\\x"}',
      '{"a":[1,]}',
    ];
    for (const text of wrong) expect(found(text)).toEqual([]);
  });

  it('agrees with JSON.parse on any object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(3), (value, indent) => {
        const json = JSON.stringify(value, null, indent);
        expect(found(`text ${json} text`)).toEqual([json]);
      }),
    );
  });

  it('finds only what JSON.parse accepts, in any soup', () => {
    const soup = fc.array(fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '\\', 'a', '1', ' ', '\n', '"a"', '{}'));
    fc.assert(
      fc.property(soup, (pieces) => {
        for (const json of found(pieces.join(''))) expect(() => JSON.parse(json)).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });

  it('looks at each character a bounded number of times, also in hostile text', () => {
    const length = 100_000;
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
      expect(scanJsonObjects(text).steps, unit).toBeLessThanOrEqual(4 * text.length);
    }
  });

  it('looks at each character a bounded number of times in any repetition', () => {
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
