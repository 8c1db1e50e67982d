import type { AssemblerInput, IContextAssembler } from '@ctx/contract';
import { expect, it } from 'vitest';
import { ContextManager } from './context-manager.ts';

const kai = { roleId: 'kai', roleName: 'Kai', type: 'human' } as const;

function conversation(options = {}) {
  const context = new ContextManager({ contextWindowSize: 10, ...options });
  for (let index = 1; index <= 6; index++) context.addMessage({ content: `said ${index}`, speaker: kai });
  return context;
}

it('a prompt without context messages has no firstKeptId, even if later messages exist', () => {
  const { receipt } = conversation().assembleForAgent('x', 'plain', { upTo: 'msg-4', maxBytesOverride: 8 });
  expect(receipt.context).toEqual({ offered: 3, kept: 0, dropped: 3, reason: 'budget', firstKeptId: undefined });
  expect(receipt.message?.id).toBe('msg-4');
});

it('a layout that offers fewer messages than it was given has no firstKeptId', () => {
  const picky: IContextAssembler = {
    getAgentType: () => 'picky',
    assemble: () => ({ prompt: '' }),
    layout: ({ contextMessages }: AssemblerInput) => ({
      blocks: [
        { name: 'context', shrink: 'oldest', messages: contextMessages.slice(0, 2), line: ({ content }) => content },
      ],
    }),
  };
  const { prompt, receipt } = conversation({ assemblers: [picky] }).assembleForAgent('x', 'picky');
  expect(prompt).toBe('said 1\nsaid 2');
  expect(receipt.context).toMatchObject({ kept: 2, firstKeptId: undefined });
});
