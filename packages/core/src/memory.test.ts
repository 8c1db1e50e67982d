import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { GeminiContextAssembler } from '@ctx/assembler-gemini';
import { describe, expect, it } from 'vitest';
import { ContextManager } from './context-manager.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const kai = { roleId: 'kai', roleName: 'Kai', type: 'human' } as const;

describe('dropped messages', () => {
  it('leave nothing in memory: no message, no line and no bytes', async () => {
    const context = new ContextManager({
      assemblers: [new GeminiContextAssembler()],
      contextWindowSize: 100,
      maxMessages: 10,
    });
    const traces: WeakRef<object>[] = [];
    // Long messages, because short ones share a page that is freed with the last of them.
    const words = 'word '.repeat(14_000);
    for (let index = 0; index < 12; index++) {
      const stored = context.addMessage({ content: `${words}${index}`, speaker: kai });
      const { prompt } = context.assembleForAgent('x', 'gemini', { format: 'chunks' });
      const { contextMessages } = context.getContextForAgent('x', 'gemini');
      if (index < 2) traces.push(new WeakRef(stored));
      if (index === 1 || index === 2) {
        traces.push(new WeakRef(contextMessages.at(-1)!), new WeakRef(prompt.at(-2)!.buffer));
      }
    }
    // A WeakRef keeps its target alive until the current task ends.
    await new Promise((resolve) => setTimeout(resolve));
    collectGarbage();
    expect(traces).toHaveLength(6);
    expect(traces.filter((trace) => trace.deref() !== undefined)).toEqual([]);
    expect(context.getMessages()).toHaveLength(10);
  });

  it('are the oldest ones, message by message', () => {
    const context = new ContextManager({ maxMessages: 3 });
    for (let index = 1; index <= 1_000; index++) {
      context.addMessage({ content: `message ${index}`, speaker: kai });
      const expected = Array.from({ length: Math.min(3, index) }, (_, back) => `msg-${index - back}`).reverse();
      expect(context.getMessages().map(({ id }) => id)).toEqual(expected);
    }
  });
});
