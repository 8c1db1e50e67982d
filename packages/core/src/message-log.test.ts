import type { ContextSnapshot, PromptContextMessage } from '@ctx/contract';
import { expect, it } from 'vitest';
import { ContextManager } from './context-manager.ts';

const kai = { roleId: 'kai', roleName: 'Kai', type: 'human' } as const;

it('a message is the same object in every prompt, also after older ones have made room', () => {
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

it('an id that is taken is named', () => {
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
])('after a snapshot with the id %s comes %s: only generated ids count', (id, next) => {
  const context = new ContextManager();
  const messages = [{ id, content: 'a', speaker: kai }];
  context.importSnapshot({ messages, teamTask: null, timestamp: 0, version: 1 } as ContextSnapshot);
  expect(context.addMessage({ content: 'b', speaker: kai }).id).toBe(next);
});
