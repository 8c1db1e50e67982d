import { expect, it } from 'vitest';
import { describeUsageMistake } from './describe-usage-mistake.ts';

it.each([
  ["error: unknown command 'rnu'\n(Did you mean run?)", 'There is no command "rnu". Did you mean run?'],
  ["error: unknown command 'xyz'", 'There is no command "xyz".'],
  ["error: unknown option '--jsn'\n(Did you mean --json?)", 'There is no option --jsn. Did you mean --json?'],
  ["error: missing required argument 'message'", 'The argument <message> is missing.'],
  ["error: required option '--as <member>' not specified", 'The option --as <member> is missing.'],
  ["error: option '-t, --team <file>' argument missing", 'The option -t, --team <file> needs a value.'],
  [
    "error: option '--max-cost <usd>' argument 'much' is invalid. It must be a number above 0.",
    '--max-cost <usd> cannot be "much". It must be a number above 0.',
  ],
  [
    "error: too many arguments for 'demo'. Expected 0 arguments but got 1.",
    'There are too many arguments: 1 instead of 0.',
  ],
  ['error: something new', 'something new.'],
])('%j is said as: %s', (complaint, said) => {
  expect(describeUsageMistake(complaint, 'ctx run')).toBe(`ctx: ${said} See: ctx run --help`);
});
