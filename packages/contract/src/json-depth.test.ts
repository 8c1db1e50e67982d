import { expect, it } from 'vitest';
import { isTooDeep, MAX_JSON_DEPTH } from './json-depth.ts';

const lists = (count: number): unknown => JSON.parse(`${'['.repeat(count)}1${']'.repeat(count)}`);
const objects = (count: number): unknown => JSON.parse(`${'{"a":'.repeat(count)}1${'}'.repeat(count)}`);

it('a list or object inside 200 others is not too deep, one inside 201 is', () => {
  for (const nested of [lists, objects]) {
    expect(isTooDeep(nested(MAX_JSON_DEPTH + 1))).toBe(false);
    expect(isTooDeep(nested(MAX_JSON_DEPTH + 2))).toBe(true);
  }
  expect(isTooDeep([1, { a: [], b: lists(300) }])).toBe(true);
});

it('data of any depth can be asked about', () => {
  expect(isTooDeep(lists(1_000_000))).toBe(true);
});

it('what is neither a list nor an object is never too deep', () => {
  for (const value of [null, undefined, 1, 'text', true]) expect(isTooDeep(value)).toBe(false);
});
