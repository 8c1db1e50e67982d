import { promptReader, testAssembler } from '@ctx/testkit';
import { renderLayout } from '@ctx/trimmer';
import { describe, it } from 'vitest';
import { CodexContextAssembler } from './codex-context-assembler.ts';

testAssembler(() => new CodexContextAssembler(), {
  describe,
  it,
  renderLayout,
  readPrompt: promptReader('openai-codex'),
});
