import { promptReader, testAssembler } from '@ctx/testkit';
import { renderLayout } from '@ctx/trimmer';
import { describe, it } from 'vitest';
import { GeminiContextAssembler } from './gemini-context-assembler.ts';

testAssembler(() => new GeminiContextAssembler(), {
  describe,
  it,
  renderLayout,
  readPrompt: promptReader('google-gemini'),
});
