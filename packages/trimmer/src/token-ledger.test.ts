import type { Block, TokenCounter } from '@ctx/contract';
import { expect, it } from 'vitest';
import { renderLayout } from './render-layout.ts';

const characters: TokenCounter = { id: 'characters', exact: true, count: (text) => text.length };

const context = (parts: object): Block => ({
  name: 'context',
  shrink: 'oldest',
  messages: [{ from: 'a', to: 'all', content: '1234' }],
  line: ({ content }) => content,
  ...parts,
});
const nothing: Block = { name: 'task', shrink: 'never', text: '' };

it.each([
  ['a line', {}, '1234'],
  ['a last line', { lastLine: 'end' }, '1234\nend'],
  ['a footer', { footer: 'F' }, '1234\nF'],
])(
  'a prompt that ends with %s of the context counts no line end after it, even if empty blocks follow',
  (_what, parts, prompt) => {
    const render = (maxTokens: number) =>
      renderLayout({ blocks: [context(parts), nothing] }, { maxBytes: 1_000, maxTokens, tokenCounter: characters });
    expect(render(prompt.length)).toMatchObject({ prompt, receipt: { tokens: { used: prompt.length } } });
    expect(render(prompt.length - 1).prompt).not.toBe(prompt);
  },
);
