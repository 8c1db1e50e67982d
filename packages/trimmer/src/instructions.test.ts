import { expect, it } from 'vitest';
import { FormatAssembler } from './format-assembler.ts';

const INPUT = { contextMessages: [], currentMessage: '', teamTask: null, maxBytes: 1_000 };

it.each([
  ['Be brief.', 'Use tabs.', 'Rules:\nBe brief.\n\nUse tabs.'],
  [' Be brief.\n', '', 'Rules:\nBe brief.'],
  [' ', '\nUse tabs. ', 'Rules:\nUse tabs.'],
  [undefined, undefined, ''],
])('instructions %j and a file with %j stand together, trimmed', (systemInstruction, instructionFileText, prompt) => {
  const format = { instructions: { heading: 'Rules:' }, context: { line: '{from}: {content}' }, message: {} };
  const assembler = new FormatAssembler('toy', format);
  expect(assembler.getAgentType()).toBe('toy');
  expect(assembler.assemble({ ...INPUT, systemInstruction, instructionFileText })).toEqual({ prompt });
});

it('instructions that go to the system flag are not escaped: they are nobody else’s text', () => {
  const escapeTag = (text: string) => text.replaceAll('<', '&lt;');
  const parts = { context: { line: '<m from="{from}">{content}</m>' }, message: {}, escape: escapeTag };
  const input = { ...INPUT, systemInstruction: 'a < b' };
  expect(new FormatAssembler('toy', { ...parts, instructions: {} }).assemble(input)).toEqual({ prompt: 'a &lt; b' });
  expect(new FormatAssembler('toy', { ...parts, instructions: { separate: true } }).assemble(input)).toEqual({
    prompt: '',
    systemFlag: 'a < b',
  });
});
