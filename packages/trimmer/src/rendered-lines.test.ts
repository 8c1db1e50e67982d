import type { Layout, PromptContextMessage, TokenCounter } from '@ctx/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderLayout } from './render-layout.ts';

const frozen = (content: string): PromptContextMessage => Object.freeze({ from: 'a', content });

/** Counts calls, because measured times depend on the machine. */
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

describe('a cached line', () => {
  it('is not rendered, measured or encoded again', () => {
    const { work, layout } = createFormat();
    const messages = Array.from({ length: 50 }, (_, index) => frozen(`message ${index}`));
    const encoded = vi.spyOn(TextEncoder.prototype, 'encodeInto');
    for (const format of ['string', 'chunks', 'string', 'chunks'] as const) {
      renderLayout(layout(messages), { maxBytes: 10_000, format });
    }
    expect(work.lines).toBe(50);
    const linesEncoded = encoded.mock.calls.filter(([text]) => text!.startsWith('message'));
    expect(linesEncoded).toHaveLength(100);
    encoded.mockClear();
    messages.push(frozen('message 50'));
    renderLayout(layout(messages), { maxBytes: 10_000, format: 'chunks' });
    expect(work.lines).toBe(51);
    expect(encoded.mock.calls.filter(([text]) => text!.startsWith('message'))).toHaveLength(2);
  });

  it('has its tokens counted once, unless it is the newest', () => {
    const { work, layout, counter } = createFormat();
    const messages = Array.from({ length: 50 }, (_, index) => frozen(`message ${index}`));
    const budget = { maxBytes: 10_000, maxTokens: 10_000, tokenCounter: counter };
    renderLayout(layout(messages), budget);
    work.tokenCounts = 0;
    renderLayout(layout(messages), budget);
    expect(work.tokenCounts).toBeLessThan(5);
    renderLayout(layout(messages), { ...budget, tokenCounter: { ...counter } });
    expect(work.tokenCounts).toBeGreaterThan(50);
  });

  it('is fitted next to a task that is counted once per prompt', () => {
    const { layout, counter } = createFormat();
    const count = vi.spyOn(counter, 'count');
    const { blocks } = layout([frozen('one')]);
    const fixed = { name: 'task', shrink: 'never', text: 'the task' } as const;
    renderLayout({ blocks: [fixed, ...blocks] }, { maxBytes: 999, maxTokens: 999, tokenCounter: counter });
    expect(count.mock.calls.filter(([text]) => text.startsWith('the task'))).toHaveLength(1);
  });

  it('belongs to a frozen message: any other message is rendered each time', () => {
    const { layout } = createFormat();
    const mutable = { from: 'a', content: 'one' };
    expect(renderLayout(layout([mutable]), { maxBytes: 99 }).prompt).toBe('one\n\nnow');
    mutable.content = 'two';
    expect(renderLayout(layout([mutable]), { maxBytes: 99 }).prompt).toBe('two\n\nnow');
  });

  it('is one chunk together with its neighbours, also those of earlier turns', () => {
    const { layout } = createFormat();
    const messages = [frozen('first')];
    const chunksOf = () => renderLayout(layout(messages), { maxBytes: 1_000_000, format: 'chunks' }).prompt;
    const [first] = chunksOf();
    for (let turn = 0; turn < 50; turn++) {
      messages.push(frozen(`question ${turn}`), frozen(`answer ${turn}`));
      expect(chunksOf()).toHaveLength(2);
    }
    expect(chunksOf()[0]!.buffer).toBe(first!.buffer);
  });

  it('is stored in a page of 64 KiB, or in its own page if it is longer', () => {
    const { layout } = createFormat();
    // With the newlines after them, the second to fourth fill 64 KiB to the last byte.
    const contents = ['a'.repeat(200_000), 'b'.repeat(60_000), 'c'.repeat(5_000), 'd'.repeat(533), 'e'];
    const buffers = contents.map((content) => {
      const chunks = renderLayout(layout([frozen(content)]), { maxBytes: 1_000_000, format: 'chunks' }).prompt;
      expect(Buffer.concat(chunks).toString()).toBe(`${content}\n\nnow`);
      return chunks[0]!.buffer;
    });
    expect(buffers.map(({ byteLength }) => byteLength)).toEqual([200_001, 65_536, 65_536, 65_536, 65_536]);
    expect([...new Set(buffers)]).toEqual([buffers[0], buffers[1], buffers[4]]);
  });

  it('is found again among other neighbours and in another order', () => {
    const { layout } = createFormat();
    const [a, b, c, d] = [frozen('a'), frozen('bb'), frozen('ccc'), frozen('dddd')];
    const prompts = [[a, b, c, d], [a, c, d], [d, b, a], [b, frozen('new'), c], [a]].map((messages) => {
      const chunks = renderLayout(layout(messages), { maxBytes: 99, format: 'chunks' }).prompt;
      return Buffer.concat(chunks).toString();
    });
    expect(prompts).toEqual(
      ['a\nbb\nccc\ndddd', 'a\nccc\ndddd', 'dddd\nbb\na', 'bb\nnew\nccc', 'a'].map((lines) => `${lines}\n\nnow`),
    );
  });

  it('is not joined with a line of another page that begins where it ends', () => {
    const { layout } = createFormat();
    const [first, gap, long] = [frozen('one'), frozen('two'), frozen('x'.repeat(70_000))];
    const prompt = (...messages: PromptContextMessage[]) =>
      Buffer.concat(renderLayout(layout(messages), { maxBytes: 100_000, format: 'chunks' }).prompt).toString();
    prompt(first);
    // Too long for the page of the first line: both go to a second page, the long line at the offset where the first ends.
    prompt(gap, long);
    expect(prompt(first, long)).toBe(`one\n${'x'.repeat(70_000)}\n\nnow`);
  });

  it('is never changed in chunks that were returned before', () => {
    const { layout } = createFormat();
    const messages = [frozen('one'), frozen('two')];
    const { prompt } = renderLayout(layout(messages), { maxBytes: 1_000, format: 'chunks' });
    for (let index = 0; index < 20; index++) {
      messages.push(frozen(`more ${index}`));
      renderLayout(layout(messages), { maxBytes: 1_000, format: 'chunks' });
    }
    expect(Buffer.concat(prompt).toString()).toBe('one\ntwo\n\nnow');
  });
});

describe('the search for the newest messages that fit', () => {
  it('stops at the first message that does not fit', () => {
    const { work, layout } = createFormat();
    const messages = Array.from({ length: 10_000 }, () => frozen('x'.repeat(99)));
    const { receipt } = renderLayout(layout(messages), { maxBytes: 1_005 });
    expect(receipt.context).toMatchObject({ offered: 10_000, kept: 10 });
    expect(work.lines).toBe(11);
  });

  it('stops at the first message whose tokens do not fit', () => {
    const { work, layout, counter } = createFormat();
    const messages = Array.from({ length: 1_000 }, () => frozen('x'.repeat(99)));
    const { receipt } = renderLayout(layout(messages), { maxBytes: 1e6, maxTokens: 1_010, tokenCounter: counter });
    expect(receipt.context?.kept).toBe(10);
    expect(work.lines).toBe(11);
  });

  it('renders a line that is too long once, does not measure it, and keeps it in a larger budget', () => {
    const { work, layout } = createFormat();
    const huge = frozen('h'.repeat(1_000_000));
    const measured = vi.spyOn(TextEncoder.prototype, 'encodeInto');
    for (let turn = 0; turn < 5; turn++) renderLayout(layout([huge, frozen('x')]), { maxBytes: 1_000 });
    expect(work.lines).toBe(1 + 5);
    expect(Math.max(...measured.mock.calls.map(([text]) => text!.length))).toBeLessThan(10);
    expect(renderLayout(layout([huge]), { maxBytes: 2_000_000 }).receipt.context?.kept).toBe(1);
  });

  it.each([10, 11])(
    'keeps a message of 10 bytes in a budget of %i bytes after it was too long for another',
    (maxBytes) => {
      const context = [frozen('1234567890')];
      const { layout } = createFormat();
      const blocks = layout(context).blocks.slice(0, 1);
      expect(renderLayout({ blocks }, { maxBytes: 5 }).prompt).toBe('');
      expect(renderLayout({ blocks }, { maxBytes })).toMatchObject({
        prompt: '1234567890',
        receipt: { usedBytes: 10 },
      });
      expect(renderLayout({ blocks }, { maxBytes: 9 }).prompt).toBe('');
    },
  );
});

it('a prompt that ends with messages has no empty chunk', () => {
  const { layout } = createFormat();
  const blocks = layout([frozen('ä'), frozen(''), frozen('b')]).blocks.slice(0, 1);
  const { prompt } = renderLayout({ blocks }, { maxBytes: 100, format: 'chunks' });
  expect(prompt.map((chunk) => new TextDecoder().decode(chunk))).toEqual(['ä\n\nb']);
});
