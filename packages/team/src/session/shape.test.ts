import { describe, expect, it } from 'vitest';
import { recordProblem } from './record-schema.ts';
import { atLeast, fields, flag, list, number, oneOf, optional, orNull, text, wholeFrom } from './shape.ts';

describe('a shape', () => {
  it.each([
    ['text', text, ['', 'a'], [1, null, undefined, {}]],
    ['flag', flag, [true, false], ['true', 0, null, undefined]],
    ['number', number, [0, -1.5], [Number.NaN, Number.POSITIVE_INFINITY, '1', null, undefined]],
    ['atLeast', atLeast(2), [2, 2.5], [1.9, Number.NaN, '3', undefined]],
    ['wholeFrom', wholeFrom(1), [1, 7], [0, 1.5, 2 ** 53, '1', undefined]],
    ['oneOf', oneOf('a', 1), ['a', 1], ['b', '1', undefined]],
    ['optional', optional(text), ['a', undefined], [null, 1]],
    ['orNull', orNull(text), ['a', null], [undefined, 1]],
    ['list', list(text), [[], ['a']], [{}, 'a', undefined]],
    ['fields', fields({ a: text }), [{ a: 'a' }, { a: 'a', b: 1 }], [[], 'a', null, undefined]],
  ])('made by %s accepts right values and refuses wrong ones', (_name, shape, right, wrong) => {
    expect(right.map(shape)).toEqual(right.map(() => undefined));
    expect(wrong.map(shape)).toEqual(wrong.map(() => ''));
  });

  it('gives the path of the first wrong part', () => {
    const shape = fields({ a: text, list: list(fields({ b: optional(number) })) });
    expect(shape({ a: 'a', list: [{}, { b: 'one' }, 3] })).toBe('list.1.b');
    expect(shape({ list: 3 })).toBe('a');
    expect(shape({ a: '', list: 3 })).toBe('list');
  });
});

describe('a record', () => {
  const speaker = { roleId: 'a', roleName: 'A', type: 'human' };

  it('is checked in all its known fields, and may have others', () => {
    const message = { id: 'msg-1', content: 'Hello', speaker, routing: { resolvedAddressees: ['b'] }, newer: true };
    const record = { type: 'message', message, at: 1 };
    expect(recordProblem(record)).toBeUndefined();
    const wrong = { ...record, message: { ...message, routing: { resolvedAddressees: ['b', 1] } } };
    expect(recordProblem(wrong)).toBe('its message record has a wrong "message.routing.resolvedAddressees.1"');
  });

  it('of an unknown type is accepted, even one named like a property of every object', () => {
    for (const type of ['later', 'constructor', '__proto__']) expect(recordProblem({ type })).toBeUndefined();
  });
});
