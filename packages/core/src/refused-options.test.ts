import { ClaudeContextAssembler } from '@ctx/assembler-claude';
import { expect, it } from 'vitest';
import { ContextManager } from './context-manager.ts';

it.each([
  [{ contextWindowSize: -1 }, 'contextWindowSize must be a number ≥ 0, got -1'],
  [{ contextWindowSize: '5' }, 'contextWindowSize must be a number ≥ 0, got 5'],
  [{ maxMessages: Number.NaN }, 'maxMessages must be a number ≥ 0, got NaN'],
  [{ maxBytes: -1 }, 'maxBytes must be a finite number ≥ 0, got -1'],
  [{ maxTokens: -1 }, 'maxTokens must be a finite number ≥ 0, got -1'],
])('the error for %j names the option and says what it must be', (options, message) => {
  expect(() => new ContextManager(options as object)).toThrow(new RangeError(message));
});

it('the error for windowSizeOverride says what a window must be', () => {
  const ask = () => new ContextManager().getContextForAgent('x', 'claude', { windowSizeOverride: -1 });
  expect(ask).toThrow(new RangeError('windowSizeOverride must be a number ≥ 0, got -1'));
});

it('the error for two assemblers with the same agent type names the type', () => {
  const assemblers = [new ClaudeContextAssembler(), new ClaudeContextAssembler()];
  expect(() => new ContextManager({ assemblers })).toThrow(
    new TypeError('Two assemblers have the agent type "claude-code"'),
  );
});

it('a window of 0 means no context, and maxMessages of 0 means no limit', () => {
  const context = new ContextManager({ contextWindowSize: 0, maxMessages: 0 });
  const speaker = { roleId: 'kai', roleName: 'Kai', type: 'human' } as const;
  for (const content of ['a', 'b', 'c']) context.addMessage({ content, speaker });
  expect(context.getContextForAgent('x', 'claude')).toMatchObject({ contextMessages: [], currentMessage: 'c' });
  expect(context.getMessages()).toHaveLength(3);
});
