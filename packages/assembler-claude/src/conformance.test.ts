import { promptReader, testAssembler } from '@ctx/testkit';
import { renderLayout } from '@ctx/trimmer';
import { describe, it } from 'vitest';
import { ClaudeContextAssembler } from './claude-context-assembler.ts';

testAssembler(() => new ClaudeContextAssembler(), {
  describe,
  it,
  renderLayout,
  readPrompt: promptReader('claude-code'),
});
