import type { IContextAssembler } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { ContextManager } from './context-manager.ts';

const kai = { roleId: 'kai', roleName: 'Kai', type: 'human' } as const;
const max = { roleId: 'max', roleName: 'Max', type: 'ai' } as const;

function conversation(contents: readonly string[], options = {}) {
  const context = new ContextManager(options);
  for (const content of contents) context.addMessage({ content, speaker: kai });
  return context;
}

describe('the receipt of an input', () => {
  it('has ids only for the input object that getContextForAgent returned', () => {
    const context = conversation(['a', 'b', 'c']);
    const input = context.getContextForAgent('x', 'plain');
    expect(context.explainPrompt('plain', input).receipt).toMatchObject({
      context: { offered: 2, kept: 2, firstKeptId: 'msg-1' },
      message: { id: 'msg-3' },
    });
    const { receipt } = context.explainPrompt('plain', { ...input });
    expect(receipt.context).toEqual({ offered: 2, kept: 2, dropped: 0 });
    expect(receipt.message?.id).toBeUndefined();
  });

  it.each([[{}], [{ since: 'msg-1' }]])(
    'can be made after its messages were dropped, with the options %j',
    (options) => {
      const context = conversation(['a', 'b', 'c'], { maxMessages: 3 });
      const input = context.getContextForAgent('max', 'plain', options);
      const before = context.explainPrompt('plain', input);
      for (const content of ['d', 'e', 'f', 'g']) context.addMessage({ content, speaker: kai });
      const { prompt, receipt } = context.explainPrompt('plain', input);
      expect(prompt).toBe(before.prompt);
      expect(receipt.context).toEqual({ ...before.receipt.context, firstKeptId: undefined });
    },
  );

  it('does not count a message that only repeats the current one', () => {
    const context = conversation(['a']);
    for (const content of ['Done. [NEXT: Sue]', 'Done.']) context.addMessage({ content, speaker: max });
    const expected = { offered: 1, kept: 1, dropped: 0, firstKeptId: 'msg-1' };
    const input = context.getContextForAgent('sue', 'plain');
    expect(context.explainPrompt('plain', input).receipt.context).toEqual(expected);
    expect(context.assembleForAgent('sue', 'plain').receipt.context).toEqual(expected);
  });

  it('has only the bytes of prompt and system flag for an assembler without a layout', () => {
    const receiptOf = (output: ReturnType<IContextAssembler['assemble']>) => {
      const opaque: IContextAssembler = { getAgentType: () => 'opaque', assemble: () => output };
      const context = new ContextManager({ assemblers: [opaque], maxBytes: 100 });
      return context.assembleForAgent('x', 'opaque').receipt;
    };
    expect(receiptOf({ prompt: 'äh' })).toEqual({ maxBytes: 100, usedBytes: 3, remainingBytes: 97, sections: [] });
    expect(receiptOf({ prompt: 'äh', systemFlag: 'be' })).toMatchObject({ usedBytes: 5, remainingBytes: 95 });
  });
});
