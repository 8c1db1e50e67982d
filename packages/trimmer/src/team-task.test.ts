import { expect, it } from 'vitest';
import { FormatAssembler } from './format-assembler.ts';

const parts = { context: { line: '{from}: {content}' }, message: {}, task: { heading: 'Task:' } };
const promptOf = (teamTask: string | null, format: object = {}, input: object = {}) =>
  new FormatAssembler('toy', { ...parts, ...format }).assemble({
    contextMessages: [],
    currentMessage: '',
    teamTask,
    maxBytes: 1_000,
    ...input,
  }).prompt;

it('a team task is trimmed, and left out with its heading when nothing is left of it', () => {
  expect(promptOf(' Ship it.\n')).toBe('Task:\nShip it.');
  for (const nothing of ['', ' \n ', null]) expect(promptOf(nothing)).toBe('');
});

it('a team task is escaped in a format that escapes, and indented in another that is guarded', () => {
  const guarded = { current: { from: 'Kai' } };
  expect(promptOf('a <b>\nc', { escape: (text: string) => text.replaceAll('<', '&lt;') }, guarded)).toBe(
    'Task:\na &lt;b>\nc',
  );
  expect(promptOf('a <b>\nc', {}, guarded)).toBe('Task:\n  a <b>\n  c');
  expect(promptOf(' ', {}, guarded)).toBe('');
});
