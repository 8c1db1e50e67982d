import type { ContextSnapshot, PromptContextMessage } from '@ctx/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ContextManager } from './context-manager.ts';

const kai = { roleId: 'kai', roleName: 'Kai', type: 'human' } as const;

afterEach(() => vi.restoreAllMocks());

it('a message is the same object in every prompt, also after older ones were dropped', () => {
  const context = new ContextManager({ maxMessages: 5, contextWindowSize: 10 });
  const seen = new Map<string, PromptContextMessage>();
  for (let index = 0; index < 40; index++) {
    context.addMessage({ content: `said ${index}`, speaker: kai });
    for (const message of context.getContextForAgent('x', 'plain').contextMessages) {
      expect(message).toBe(seen.get(message.content) ?? message);
      seen.set(message.content, message);
    }
  }
  expect(seen.size).toBe(39);
});

it('the error for a taken id names the id', () => {
  const context = new ContextManager();
  context.addMessage({ id: 'mine', content: 'a', speaker: kai });
  expect(() => context.addMessage({ id: 'mine', content: 'b', speaker: kai })).toThrow(
    'There is a message "mine" in this conversation already.',
  );
});

it.each([
  ['msg-7', 'msg-8'],
  ['msg-007', 'msg-8'],
  ['msg-5e3', 'msg-1'],
  ['msg-5.5', 'msg-1'],
  ['my-msg-7', 'msg-1'],
])('after a snapshot with the id %s, the next generated id is %s', (id, next) => {
  const context = new ContextManager();
  const messages = [{ id, content: 'a', speaker: kai }];
  context.importSnapshot({ messages, teamTask: null, timestamp: 0, version: 1 } as ContextSnapshot);
  expect(context.addMessage({ content: 'b', speaker: kai }).id).toBe(next);
});

/** Adds messages, and returns the length of each array of messages that was copied meanwhile. */
function copiesWhileAdding(context: ContextManager, count: number): number[] {
  const copied: number[] = [];
  const slice = Array.prototype.slice;
  vi.spyOn(Array.prototype, 'slice').mockImplementation(function (this: unknown[], ...range) {
    if ((this.at(-1) as { speaker?: unknown } | undefined)?.speaker !== undefined) copied.push(this.length);
    return slice.apply(this, range);
  });
  for (let index = 0; index < count; index++) context.addMessage({ content: `${index}`, speaker: kai });
  vi.restoreAllMocks();
  return copied;
}

describe('the slots of dropped messages', () => {
  it('are removed before they are more than the slots in use, at a constant cost per added message', () => {
    const copied = copiesWhileAdding(new ContextManager({ maxMessages: 100 }), 10_000);
    expect(copied.length).toBeGreaterThan(90);
    expect(Math.max(...copied)).toBeLessThanOrEqual(202);
    expect(copied.reduce((sum, length) => sum + length, 0)).toBeLessThan(3 * 10_000);
  });

  it('do not exist without maxMessages', () => {
    expect(copiesWhileAdding(new ContextManager(), 1_000)).toEqual([]);
  });

  it('are removed without changing ids, order or content of the stored messages', () => {
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
