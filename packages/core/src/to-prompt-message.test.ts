import { describe, expect, it } from 'vitest';
import { ContextManager } from './context-manager.ts';

const max = { roleId: 'max', roleName: 'Max', type: 'ai' } as const;
const CONTENT = 'Say `[NEXT: Sue]` to   go on. [NEXT: Sue]';

/** The one message of context that an agent sees. */
function seen(message: object, options = {}) {
  const context = new ContextManager(options);
  context.addMessage({ content: CONTENT, speaker: max, ...message });
  context.addMessage({ content: 'now', speaker: { ...max, roleName: 'Sue' } });
  return context.getContextForAgent('x', 'claude').contextMessages[0];
}

describe('a message as agents see it', () => {
  it('has no markers; with strict stripping it keeps those in code, and all other spaces', () => {
    expect(seen({})?.content).toBe('Say `` to go on.');
    expect(seen({}, { stripping: 'lenient' })?.content).toBe('Say `` to go on.');
    expect(seen({}, { stripping: 'strict' })?.content).toBe('Say `[NEXT: Sue]` to   go on.');
  });

  it('is addressed to all if it has no addressees', () => {
    expect(seen({ routing: { resolvedAddressees: ['Sue', 'Kai'] } })?.to).toBe('Sue, Kai');
    expect(seen({ routing: { resolvedAddressees: [] } })?.to).toBe('all');
    expect(seen({ routing: {} })?.to).toBe('all');
    expect(seen({})?.to).toBe('all');
  });

  it('has deeds only if they are a non-empty string', () => {
    expect(seen({ metadata: { deeds: 'wrote a.ts' } })?.deeds).toBe('wrote a.ts');
    for (const metadata of [{}, { deeds: '' }, { deeds: 7 }, { deeds: ['a'] }]) {
      expect(Object.keys(seen({ metadata })!)).toEqual(['from', 'to', 'content']);
    }
  });

  it('is frozen, and the same object for every agent', () => {
    const context = new ContextManager();
    for (const content of ['a', 'b']) context.addMessage({ content, speaker: max });
    const [first] = context.getContextForAgent('x', 'claude').contextMessages;
    expect(Object.isFrozen(first)).toBe(true);
    expect(context.getContextForAgent('y', 'codex').contextMessages[0]).toBe(first);
  });
});
