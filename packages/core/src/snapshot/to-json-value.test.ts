import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { toJsonValue } from './to-json-value.ts';

/** A list in a list in a list …, `levels` deep. */
function nested(levels: number): unknown {
  let value: unknown = 'innermost';
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

describe('a value as JSON holds it', () => {
  it.each([
    ['a date is its ISO string', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['a property that is undefined goes', { a: undefined, b: null }, { b: null }],
    ['a plain object of another realm is one', runInNewContext('({ a: [true] })'), { a: [true] }],
    ['an object without a prototype is one', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
  ])('%s', (_rule, value, expected) => {
    expect(toJsonValue(value, 'it')).toEqual(expected);
  });

  it('zero has no sign', () => {
    expect(Object.is(toJsonValue(-0, 'it'), 0)).toBe(true);
    expect(toJsonValue(-1.5, 'it')).toBe(-1.5);
  });

  it('is a copy, and may hold the same thing twice', () => {
    const shared = { a: 1 };
    const value = [shared, shared];
    const copy = toJsonValue(value, 'it') as typeof value;
    expect(copy).toEqual(value);
    expect(copy).not.toBe(value);
    expect(copy[0]).not.toBe(shared);
  });

  it('may lie inside 200 others, not inside more', () => {
    expect(toJsonValue(nested(201), 'it')).toEqual(nested(201));
    expect(() => toJsonValue(nested(202), 'it')).toThrow(
      new TypeError(`it${'[0]'.repeat(201)} is nested deeper than 200 levels`),
    );
  });

  it.each([
    ['a number that JSON has no word for', [Number.POSITIVE_INFINITY], 'it[0] cannot be represented in JSON'],
    ['a date that is none', { when: new Date('no') }, 'it.when cannot be represented in JSON'],
    ['an object of a class', { a: [new Map()] }, 'it.a[0] cannot be represented in JSON'],
    ['undefined in a list', [undefined], 'it[0] cannot be represented in JSON'],
  ])('cannot be %s', (_what, value, message) => {
    expect(() => toJsonValue(value, 'it')).toThrow(new TypeError(message));
  });

  it('cannot hold itself', () => {
    const value: Record<string, unknown> = {};
    value['list'] = [value];
    expect(() => toJsonValue(value, 'it')).toThrow(new TypeError('it.list[0] contains itself'));
  });
});
