import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { toJsonValue } from './to-json-value.ts';

/** An array in an array in an array …, `levels` deep. */
function nested(levels: number): unknown {
  let value: unknown = 'innermost';
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

describe('toJsonValue', () => {
  it.each([
    ['turns a date into its ISO string', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['leaves out a property that is undefined', { a: undefined, b: null }, { b: null }],
    ['accepts a plain object of another realm', runInNewContext('({ a: [true] })'), { a: [true] }],
    ['accepts an object without a prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
  ])('%s', (_rule, value, expected) => {
    expect(toJsonValue(value, 'it')).toEqual(expected);
  });

  it('turns -0 into 0', () => {
    expect(Object.is(toJsonValue(-0, 'it'), 0)).toBe(true);
    expect(toJsonValue(-1.5, 'it')).toBe(-1.5);
  });

  it('returns a copy, and accepts the same object twice', () => {
    const shared = { a: 1 };
    const value = [shared, shared];
    const copy = toJsonValue(value, 'it') as typeof value;
    expect(copy).toEqual(value);
    expect(copy).not.toBe(value);
    expect(copy[0]).not.toBe(shared);
  });

  it('accepts 200 levels of nesting, and no more', () => {
    expect(toJsonValue(nested(201), 'it')).toEqual(nested(201));
    expect(() => toJsonValue(nested(202), 'it')).toThrow(
      new TypeError(`it${'[0]'.repeat(201)} is nested deeper than 200 levels`),
    );
  });

  it.each([
    ['a number that JSON does not have', [Number.POSITIVE_INFINITY], 'it[0] cannot be represented in JSON'],
    ['an invalid date', { when: new Date('no') }, 'it.when cannot be represented in JSON'],
    ['an instance of a class', { a: [new Map()] }, 'it.a[0] cannot be represented in JSON'],
    ['undefined in an array', [undefined], 'it[0] cannot be represented in JSON'],
  ])('refuses %s', (_what, value, message) => {
    expect(() => toJsonValue(value, 'it')).toThrow(new TypeError(message));
  });

  it('refuses an object that contains itself', () => {
    const value: Record<string, unknown> = {};
    value['list'] = [value];
    expect(() => toJsonValue(value, 'it')).toThrow(new TypeError('it.list[0] contains itself'));
  });
});
