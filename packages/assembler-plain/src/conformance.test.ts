import { testAssembler } from '@ctx/testkit';
import { explainLayout } from '@ctx/trimmer';
import { describe, it } from 'vitest';
import { PlainTextAssembler } from './plain-text-assembler.ts';

testAssembler(() => new PlainTextAssembler(), { describe, it, explainLayout });

describe('with separateSystem', () => {
  testAssembler(() => new PlainTextAssembler({ agentType: 'my-model', separateSystem: true }), {
    describe,
    it,
    explainLayout,
  });
});
