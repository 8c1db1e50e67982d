import { afterEach, describe, expect, it, vi } from 'vitest';
import { ContextManager } from './context-manager.ts';

const kai = { roleId: 'kai', roleName: 'Kai', type: 'human' } as const;

afterEach(() => vi.restoreAllMocks());

/** Adds messages, and gives the lengths of the lists of messages that were moved meanwhile. */
function movesWhileAdding(context: ContextManager, count: number): number[] {
  const moved: number[] = [];
  const slice = Array.prototype.slice;
  vi.spyOn(Array.prototype, 'slice').mockImplementation(function (this: unknown[], ...range) {
    if ((this.at(-1) as { speaker?: unknown } | undefined)?.speaker !== undefined) moved.push(this.length);
    return slice.apply(this, range);
  });
  for (let index = 0; index < count; index++) context.addMessage({ content: `${index}`, speaker: kai });
  vi.restoreAllMocks();
  return moved;
}

describe('with maxMessages, the places of messages that are gone', () => {
  it('are given back before they are more than those in use, in moves that cost no more than adding', () => {
    const moved = movesWhileAdding(new ContextManager({ maxMessages: 100 }), 10_000);
    expect(moved.length).toBeGreaterThan(90);
    expect(Math.max(...moved)).toBeLessThanOrEqual(202);
    expect(moved.reduce((sum, length) => sum + length, 0)).toBeLessThan(3 * 10_000);
  });

  it('are not looked for without a limit', () => {
    expect(movesWhileAdding(new ContextManager(), 1_000)).toEqual([]);
  });

  it('are given back without a mix-up: each message is still found by its id, and seen as it was said', () => {
    const context = new ContextManager({ maxMessages: 5, contextWindowSize: 2 });
    for (let index = 1; index <= 60; index++) {
      context.addMessage({ content: `said ${index}`, speaker: kai });
      const input = context.getContextForAgent('max', 'plain');
      const before = [index - 2, index - 1].filter((number) => number > 0).map((number) => `said ${number}`);
      expect(input.currentMessage).toBe(`said ${index}`);
      expect(input.contextMessages.map(({ content }) => content)).toEqual(before);
      expect(context.getLatestMessage()?.content).toBe(`said ${index}`);
      const oldest = Math.max(1, index - 4);
      expect(context.getContextForAgent('max', 'plain', { replyTo: `msg-${oldest}` }).currentMessage).toBe(
        `said ${oldest}`,
      );
      if (oldest > 1) {
        const gone = () => context.getContextForAgent('max', 'plain', { replyTo: `msg-${oldest - 1}` });
        expect(gone).toThrow(`There is no message "msg-${oldest - 1}" in this conversation.`);
      }
    }
  });
});
