import type { IContextAssembler } from '@ctx/contract';
import { FormatAssembler, renderLayout } from '@ctx/trimmer';
import { describe, expect, it } from 'vitest';
import { collectFailures, WHOLE_SUITE_MS } from '../__fixtures__/collect-failures.ts';
import { jsonLinesAssembler, readJsonLines } from '../__fixtures__/json-lines-assembler.ts';
import { markdownAssembler } from '../__fixtures__/markdown-assembler.ts';
import { readXml, XmlAssembler } from '../__fixtures__/xml-assembler.ts';
import { promptReader } from './prompt-reader.ts';
import { type AssemblerTestOptions, testAssembler } from './test-assembler.ts';

type Given = Pick<AssemblerTestOptions, 'readPrompt'>;

const FORMATS: readonly (readonly [string, () => IContextAssembler, Given, title: RegExp])[] = [
  ['XML with closing tags and escaping', () => new XmlAssembler(), { readPrompt: readXml }, /by escaping/],
  ['JSON lines', () => jsonLinesAssembler(), { readPrompt: readJsonLines }, /by escaping/],
  ['Markdown with the task first', () => markdownAssembler(), {}, /first column/],
  [
    'plain lines without a section for the task',
    () => new FormatAssembler('short', { instructions: {}, context: { line: '{from}: {content}' }, message: {} }),
    { readPrompt: promptReader('short') },
    /first column/,
  ],
  [
    'a speaker after the content, which cannot be guarded',
    () =>
      new FormatAssembler('after', {
        instructions: { separate: true },
        task: { heading: '# Goal' },
        context: { line: '"{content}" ({from})' },
        message: { footer: 'Answer now.' },
      }),
    {},
    /^does not guard its prompts/,
  ],
];

describe('testAssembler', () => {
  it.each(FORMATS)(
    'passes %s, and the title of a check says how it guards',
    { timeout: WHOLE_SUITE_MS },
    async (_, create, given, title) => {
      const titles: string[] = [];
      const { failures } = await collectFailures((runner) => {
        const { describe, it } = runner;
        const noted: typeof it = (name, body) => {
          titles.push(name);
          it(name, body);
        };
        testAssembler(create, { describe, it: noted, renderLayout, ...given });
      });
      expect(failures).toEqual([]);
      expect(titles.filter((one) => /guards? its prompts/.test(one))).toEqual([expect.stringMatching(title)]);
    },
  );
});
