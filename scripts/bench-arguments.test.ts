import { expect, test } from 'vitest';
import { readArguments } from '../bench/arguments.mjs';

const PARTS = ['a', 'c', 'size'];

test.each([[[]], [['--quick']], [['--only', 'c']]])(
  'the arguments `%s` give complete settings for the bench',
  (args) => {
    const settings = readArguments(args, PARTS);
    expect(settings).toMatchObject({ rounds: expect.any(Number), processes: expect.any(Number) });
    expect(Object.values(settings)).not.toContain(Number.NaN);
  },
);

test('a quick run does not write the published results', () => {
  expect(readArguments([], PARTS).out).toBe('RESULTS.md');
  expect(readArguments(['--quick'], PARTS).out).toBeUndefined();
});

test('--rounds refuses a value that is not a number', () => {
  expect(() => readArguments(['--rounds', 'many'], PARTS)).toThrow('--rounds takes a whole number above 0, not many');
});
