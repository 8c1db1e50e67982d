import { describe, expect, it } from 'vitest';
import { ContextManager } from './context-manager.ts';

function withMessages(): ContextManager {
  const context = new ContextManager({ maxBytes: 10_000 });
  for (let n = 1; n <= 4; n++) {
    context.addMessage({ content: `message ${n}`, speaker: { roleId: 'a', roleName: 'A', type: 'human' } });
  }
  return context;
}

describe('maxBytesOverride', () => {
  it('replaces the manager’s budget in assembleForAgent and in getContextForAgent', () => {
    const context = withMessages();
    const input = context.getContextForAgent('x', 'plain', { maxBytesOverride: 30 });
    expect(input.maxBytes).toBe(30);
    const direct = context.assembleForAgent('x', 'plain', { maxBytesOverride: 30 });
    expect(direct).toEqual(context.explainPrompt('plain', input));
    expect(direct.receipt).toMatchObject({ maxBytes: 30, context: { offered: 3, kept: 1, reason: 'budget' } });
    expect(context.assembleForAgent('x', 'plain').receipt.maxBytes).toBe(10_000);
  });

  it('must be a finite number ≥ 0', () => {
    expect(() => withMessages().assembleForAgent('x', 'plain', { maxBytesOverride: -1 })).toThrow(RangeError);
    expect(() => withMessages().getContextForAgent('x', 'plain', { maxBytesOverride: Number.NaN })).toThrow(RangeError);
  });
});
