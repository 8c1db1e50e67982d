import { testAssembler } from '@ctx/testkit';
import { renderLayout } from '@ctx/trimmer';
import { describe, it } from 'vitest';
import { PlainTextAssembler } from './plain-text-assembler.ts';

testAssembler(() => new PlainTextAssembler(), { describe, it, renderLayout });

describe('with separateSystem', () => {
  testAssembler(() => new PlainTextAssembler({ agentType: 'my-model', separateSystem: true }), {
    describe,
    it,
    renderLayout,
  });
});
