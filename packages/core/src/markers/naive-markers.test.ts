import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveLenient, naiveStrict } from './__fixtures__/naive-markers.ts';
import { stripAllMarkers } from './strip-all-markers.ts';

// The texts that the rules mention, more often than in random text.
const units = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom('[NEXT:a]', '[NEXT: b]', '[from：x]', '[DROP: ALL]', '[TEAM_TASK: t]', '[TEAM_TASK]'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('【NEXT：a】', '[ next : b ]', '［FROM:', '【', '】', '［TEAM_TASK ］', '【DROP:a]】'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('[FROM:', '[NEXT:', '[next：', '[DROP:', '[TEAM_TASK:', '[FROM:]', '[', ']'),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom('\n', '\n', '\n\n', '\r\n', '\n```\n', '\n~~~\n', '\n- ```\n', '1. ~~~x\n', '\r'),
  },
  { weight: 4, arbitrary: fc.constantFrom(' ', ' ', '  ', '\t', '\u3000', '\u00a0', '    ', '\n    ', '\n\n    ') },
  {
    weight: 3,
    arbitrary: fc.constantFrom('`', '``', '```', '*', '**', '***', '_', '__', '\\', '> ', '- ', '1. ', '# '),
  },
  { weight: 2, arbitrary: fc.constantFrom('<!--', '-->', '<pre>', '</pre>', '<code>', '</code>', '<PRE class="x">') },
  { weight: 4, arbitrary: fc.constantFrom('a', 'b c', '漢', '🙂', '.', '\ud83d', ':') },
);
const anyText = fc.string({ unit: units, maxLength: 24 });
const numRuns = 4_000;

// Found by this test.
const found: [string][] = [['\\```[NEXT:a]``'], ['\\\\``[NEXT:a]``'], ['`\\`[NEXT:a]`']];

describe('markers are handled as in a simple implementation of the same rules', () => {
  it('in lenient mode', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(stripAllMarkers(text)).toBe(naiveLenient(text));
      }),
      { numRuns },
    );
  });

  it('in strict mode', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(stripAllMarkers(text, 'strict')).toBe(naiveStrict(text));
      }),
      { numRuns, examples: found },
    );
  });
});
