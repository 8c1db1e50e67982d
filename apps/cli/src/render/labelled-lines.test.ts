import { expect, it } from 'vitest';
import { labelledLines } from './labelled-lines.ts';

const look = { paint: String, style: String, label: '/to', labelColumns: 5 };

it('a text stands beside its label, and its further lines below it', () => {
  expect(labelledLines('choose who gets your messages', { ...look, columns: 30 })).toEqual([
    '  /to    choose who gets your',
    '         messages',
  ]);
  expect(labelledLines('in one line', { ...look, columns: Number.POSITIVE_INFINITY })).toEqual([
    '  /to    in one line',
  ]);
});

it('a text on a narrow screen stands below its label', () => {
  expect(labelledLines('choose who gets your messages', { ...look, columns: 24 })).toEqual([
    '  /to',
    '    choose who gets',
    '    your messages',
  ]);
});
