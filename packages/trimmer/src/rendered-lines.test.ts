import type { Layout, PromptContextMessage, TokenCounter } from '@ctx/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderLayout } from './render-layout.ts';

const said = (content: string): PromptContextMessage => Object.freeze({ from: 'a', content });

/** Counts what is done to text: a clock would tell more about the machine than about the code. */
function createFormat() {
  const work = { lines: 0, tokenCounts: 0 };
  const line = ({ content }: PromptContextMessage) => {
    work.lines++;
    return content;
  };
  const counter: TokenCounter = {
    id: 'toy',
    exact: true,
    count(text) {
      work.tokenCounts++;
      return text.length;
    },
  };
  const layout = (messages: readonly PromptContextMessage[]): Layout => ({
    blocks: [
      { name: 'context', shrink: 'oldest', messages, line },
      { name: 'message', shrink: 'end', text: 'now' },
    ],
  });
  return { work, layout, counter };
}

afterEach(() => vi.restoreAllMocks());

describe('a line that was rendered once', () => {
  it('is not rendered, measured or encoded again while its message lives', () => {
    const { work, layout } = createFormat();
    const messages = Array.from({ length: 50 }, (_, index) => said(`message ${index}`));
    const encoded = vi.spyOn(TextEncoder.prototype, 'encodeInto');
    for (const format of ['string', 'chunks', 'string', 'chunks'] as const) {
      renderLayout(layout(messages), { maxBytes: 10_000, format });
    }
    expect(work.lines).toBe(50);
    const linesEncoded = encoded.mock.calls.filter(([text]) => text!.startsWith('message'));
    expect(linesEncoded).toHaveLength(100);
    encoded.mockClear();
    messages.push(said('message 50'));
    renderLayout(layout(messages), { maxBytes: 10_000, format: 'chunks' });
    expect(work.lines).toBe(51);
    expect(encoded.mock.calls.filter(([text]) => text!.startsWith('message'))).toHaveLength(2);
  });

  it('is counted in tokens once, but for the newest, which is followed by something else each time', () => {
    const { work, layout, counter } = createFormat();
    const messages = Array.from({ length: 50 }, (_, index) => said(`message ${index}`));
    const budget = { maxBytes: 10_000, maxTokens: 10_000, tokenCounter: counter };
    renderLayout(layout(messages), budget);
    work.tokenCounts = 0;
    renderLayout(layout(messages), budget);
    expect(work.tokenCounts).toBeLessThan(5);
    renderLayout(layout(messages), { ...budget, tokenCounter: { ...counter } });
    expect(work.tokenCounts).toBeGreaterThan(50);
  });

  it('has instructions and task counted once a prompt beside it', () => {
    const { layout, counter } = createFormat();
    const count = vi.spyOn(counter, 'count');
    const { blocks } = layout([said('one')]);
    const fixed = { name: 'task', shrink: 'never', text: 'the task' } as const;
    renderLayout({ blocks: [fixed, ...blocks] }, { maxBytes: 999, maxTokens: 999, tokenCounter: counter });
    expect(count.mock.calls.filter(([text]) => text.startsWith('the task'))).toHaveLength(1);
  });

  it('is rendered each time where its message is not frozen, and may have changed', () => {
    const { layout } = createFormat();
    const mutable = { from: 'a', content: 'one' };
    expect(renderLayout(layout([mutable]), { maxBytes: 99 }).prompt).toBe('one\n\nnow');
    mutable.content = 'two';
    expect(renderLayout(layout([mutable]), { maxBytes: 99 }).prompt).toBe('two\n\nnow');
  });

  it('lies in memory beside its neighbours, of this turn and of earlier ones: together they are one chunk', () => {
    const { layout } = createFormat();
    const messages = [said('first')];
    const chunksOf = () => renderLayout(layout(messages), { maxBytes: 1_000_000, format: 'chunks' }).prompt;
    const [first] = chunksOf();
    for (let turn = 0; turn < 50; turn++) {
      messages.push(said(`said ${turn}`), said(`answered ${turn}`));
      expect(chunksOf()).toHaveLength(2);
    }
    expect(chunksOf()[0]!.buffer).toBe(first!.buffer);
  });

  it('takes no more memory than it needs where that is much, and leaves little empty where it is not', () => {
    const { layout } = createFormat();
    // With the newlines after them, the second to fourth fill 64 KiB to the last byte.
    const contents = ['a'.repeat(200_000), 'b'.repeat(60_000), 'c'.repeat(5_000), 'd'.repeat(533), 'e'];
    const buffers = contents.map((content) => {
      const chunks = renderLayout(layout([said(content)]), { maxBytes: 1_000_000, format: 'chunks' }).prompt;
      expect(Buffer.concat(chunks).toString()).toBe(`${content}\n\nnow`);
      return chunks[0]!.buffer;
    });
    expect(buffers.map(({ byteLength }) => byteLength)).toEqual([200_001, 65_536, 65_536, 65_536, 65_536]);
    expect([...new Set(buffers)]).toEqual([buffers[0], buffers[1], buffers[4]]);
  });

  it('is found in its place when those around it are others, or in another order', () => {
    const { layout } = createFormat();
    const [a, b, c, d] = [said('a'), said('bb'), said('ccc'), said('dddd')];
    const prompts = [[a, b, c, d], [a, c, d], [d, b, a], [b, said('new'), c], [a]].map((messages) => {
      const chunks = renderLayout(layout(messages), { maxBytes: 99, format: 'chunks' }).prompt;
      return Buffer.concat(chunks).toString();
    });
    expect(prompts).toEqual(
      ['a\nbb\nccc\ndddd', 'a\nccc\ndddd', 'dddd\nbb\na', 'bb\nnew\nccc', 'a'].map((lines) => `${lines}\n\nnow`),
    );
  });

  it('stays as it is in chunks that were given away', () => {
    const { layout } = createFormat();
    const messages = [said('one'), said('two')];
    const { prompt } = renderLayout(layout(messages), { maxBytes: 1_000, format: 'chunks' });
    for (let index = 0; index < 20; index++) {
      messages.push(said(`more ${index}`));
      renderLayout(layout(messages), { maxBytes: 1_000, format: 'chunks' });
    }
    expect(Buffer.concat(prompt).toString()).toBe('one\ntwo\n\nnow');
  });
});

describe('the scan', () => {
  it('looks at no message beyond the first that does not fit', () => {
    const { work, layout } = createFormat();
    const messages = Array.from({ length: 10_000 }, () => said('x'.repeat(99)));
    const { receipt } = renderLayout(layout(messages), { maxBytes: 1_005 });
    expect(receipt.context).toMatchObject({ offered: 10_000, kept: 10 });
    expect(work.lines).toBe(11);
  });

  it('looks at no message beyond the first that does not fit in tokens', () => {
    const { work, layout, counter } = createFormat();
    const messages = Array.from({ length: 1_000 }, () => said('x'.repeat(99)));
    const { receipt } = renderLayout(layout(messages), { maxBytes: 1e6, maxTokens: 1_010, tokenCounter: counter });
    expect(receipt.context?.kept).toBe(10);
    expect(work.lines).toBe(11);
  });

  it('renders a line that is too long once, measures none of it, and finds room for it when there is', () => {
    const { work, layout } = createFormat();
    const huge = said('h'.repeat(1_000_000));
    const measured = vi.spyOn(TextEncoder.prototype, 'encodeInto');
    for (let turn = 0; turn < 5; turn++) renderLayout(layout([huge, said('x')]), { maxBytes: 1_000 });
    expect(work.lines).toBe(1 + 5);
    expect(Math.max(...measured.mock.calls.map(([text]) => text!.length))).toBeLessThan(10);
    expect(renderLayout(layout([huge]), { maxBytes: 2_000_000 }).receipt.context?.kept).toBe(1);
  });
});
