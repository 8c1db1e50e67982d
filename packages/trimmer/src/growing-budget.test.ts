import type { Layout } from '@ctx/contract';
import { expect, it } from 'vitest';
import { renderLayout } from './render-layout.ts';

const line = ({ content }: { content: string }) => content;
const layoutOf = (contents: readonly string[]): Layout => {
  const messages = contents.map((content) => Object.freeze({ from: 'a', to: 'all', content }));
  return { blocks: [{ name: 'context', shrink: 'oldest', messages, line }] };
};

it.each([10, 11])(
  'a message that was too long for one budget is there in a budget of %i bytes that holds it',
  (maxBytes) => {
    const layout = layoutOf(['1234567890']);
    expect(renderLayout(layout, { maxBytes: 5 }).prompt).toBe('');
    expect(renderLayout(layout, { maxBytes })).toMatchObject({ prompt: '1234567890', receipt: { usedBytes: 10 } });
    expect(renderLayout(layout, { maxBytes: 9 }).prompt).toBe('');
  },
);

it('a prompt that ends in messages has no chunk without bytes', () => {
  const { prompt } = renderLayout(layoutOf(['ä', '', 'b']), { maxBytes: 100, format: 'chunks' });
  expect(prompt.map((chunk) => new TextDecoder().decode(chunk))).toEqual(['ä\n\nb']);
});
