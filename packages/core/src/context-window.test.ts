import { expect, it } from 'vitest';
import { ContextManager } from './context-manager.ts';

const kai = { roleId: 'kai', roleName: 'Kai', type: 'human' } as const;

function conversation(count: number, options = {}) {
  const context = new ContextManager(options);
  for (let index = 1; index <= count; index++) context.addMessage({ content: `said ${index}`, speaker: kai });
  return context;
}

it('known counts only stored messages from keepFrom on', () => {
  const knownOf = (context: ContextManager, options: object) =>
    context.assembleForAgent('max', 'plain', options).receipt.context?.known;
  expect(knownOf(conversation(10), { since: 'msg-8' })).toBe(8);
  expect(knownOf(conversation(10), { since: 'msg-8', keepFrom: 'msg-6' })).toBe(3);
  expect(knownOf(conversation(10, { maxMessages: 4 }), { since: 'msg-8' })).toBe(2);
});

it('replyTo cannot name a message after upTo', () => {
  const ask = (options: object) => conversation(3).getContextForAgent('max', 'plain', options);
  expect(ask({ replyTo: 'msg-2', upTo: 'msg-2' }).currentMessage).toBe('said 2');
  expect(() => ask({ replyTo: 'msg-3', upTo: 'msg-2' })).toThrow('There is no message "msg-3" in this conversation.');
});

it('outside counts the messages before the window, without the current one', () => {
  const outside = (options: object, context = conversation(5)) =>
    context.assembleForAgent('max', 'plain', options).receipt.context?.outside;
  expect(outside({})).toBeUndefined();
  expect(outside({ windowSizeOverride: 1 })).toBe(3);
  expect(outside({ windowSizeOverride: 1, replyTo: 'msg-1' })).toBe(3);
  expect(outside({ windowSizeOverride: 4, replyTo: 'msg-1' })).toBeUndefined();
  expect(outside({ keepFrom: 'msg-3' })).toBe(2);
  expect(outside({ windowSizeOverride: 1 }, conversation(20, { maxMessages: 5 }))).toBe(3);
});
