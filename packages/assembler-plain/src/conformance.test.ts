import { promptReader, testAssembler } from '@ctx/testkit';
import { renderLayout } from '@ctx/trimmer';
import { describe, it } from 'vitest';
import { PlainTextAssembler } from './plain-text-assembler.ts';

const readPrompt = promptReader('unknown');

testAssembler(() => new PlainTextAssembler(), { describe, it, renderLayout, readPrompt });

describe('with separateSystem', () => {
  testAssembler(() => new PlainTextAssembler({ agentType: 'my-model', separateSystem: true }), {
    describe,
    it,
    renderLayout,
    readPrompt,
  });
});
