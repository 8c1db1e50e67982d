import { expect, test } from 'vitest';
import { readArguments } from '../bench/arguments.mjs';

const PARTS = ['a', 'c', 'size'];

test.each([[[]], [['--quick']], [['--only', 'c']]])('the bench knows all it needs from `%s`', (args) => {
  const settings = readArguments(args, PARTS);
  expect(settings).toMatchObject({ rounds: expect.any(Number), processes: expect.any(Number) });
  expect(Object.values(settings)).not.toContain(Number.NaN);
});

test('only a whole run writes the published results', () => {
  expect(readArguments([], PARTS).out).toBe('RESULTS.md');
  expect(readArguments(['--quick'], PARTS).out).toBeUndefined();
});

test('a number that is none is refused', () => {
  expect(() => readArguments(['--rounds', 'many'], PARTS)).toThrow('--rounds takes a whole number above 0, not many');
});
