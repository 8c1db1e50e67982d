import { expect, it, vi } from 'vitest';
import { ContextManager } from './context-manager.ts';

const max = { roleId: 'max', roleName: 'Max', type: 'ai' } as const;

it.each([
  ['Done.', 1],
  ['Not yet.', 0],
])('a message is logged as deduplicated only if it repeats the current one: %s', (content, times) => {
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const context = new ContextManager({ logger });
  for (const said of [content, 'Done.']) context.addMessage({ content: said, speaker: max });
  context.getContextForAgent('sue', 'plain');
  const lines = logger.debug.mock.calls.filter(([line]) => line === '[ContextManager] Deduplicated context for AI→AI');
  expect(lines).toHaveLength(times);
});

it('the error for since names the assembler that has no layout', () => {
  const opaque = { getAgentType: () => 'opaque', assemble: () => ({ prompt: '' }) };
  const context = new ContextManager({ assemblers: [opaque] });
  context.addMessage({ content: 'a', speaker: max });
  expect(() => context.getContextForAgent('x', 'opaque', { since: 'msg-1' })).toThrow(
    new TypeError('since needs an assembler with a layout; the one for "opaque" has none'),
  );
});

it('the sender of a guarded prompt without a message is ctx', () => {
  expect(new ContextManager({ guarded: true }).getContextForAgent('x', 'plain').current).toEqual({ from: 'ctx' });
});
