import { describe, expect, it } from 'vitest';
import { createStreamedBlocks } from './streamed-blocks.ts';

/** A message `m1` that is streamed as these blocks: the type of each, then its deltas. */
function streaming(...streamed: readonly (readonly ['text' | 'thinking' | 'tool_use', ...string[]])[]) {
  const blocks = createStreamedBlocks();
  blocks.startMessage('m1');
  for (const [type, ...deltas] of streamed) {
    blocks.startBlock(type);
    for (const delta of deltas) {
      if (type === 'text') blocks.addDelta(delta);
      else blocks.addThinking(delta);
    }
  }
  return blocks;
}

describe('a complete block', () => {
  it('is delivered whole if nothing of it was streamed', () => {
    const blocks = createStreamedBlocks();
    expect(blocks.finishThinking('m1', 'Hm.')).toBe('Hm.');
    expect(blocks.finishText('m1', 'Hello.')).toBe('Hello.');
  });

  it('is delivered only as far as its own deltas did not deliver it, whatever blocks came before', () => {
    const blocks = streaming(['thinking', 'H'], ['text', 'O', 'n'], ['tool_use'], ['thinking', 'So'], ['text', 'Two']);
    expect(blocks.finishThinking('m1', 'Hm.')).toBe('m.');
    expect(blocks.finishText('m1', 'One.')).toBe('e.');
    expect(blocks.finishThinking('m1', 'So.')).toBe('.');
    expect(blocks.finishText('m1', 'Two')).toBe('');
  });

  it('is compared with deltas that came without the start of a block', () => {
    const blocks = createStreamedBlocks();
    blocks.startMessage('m1');
    expect([blocks.addThinking('H'), blocks.addDelta('Hel')]).toEqual(['H', 'Hel']);
    expect([blocks.finishThinking('m1', 'Hm.'), blocks.finishText('m1', 'Hello')]).toEqual(['m.', 'lo']);
  });

  it('is not delivered again if its deltas were different', () => {
    const blocks = streaming(['thinking', 'Hm'], ['text', 'Hello']);
    expect([blocks.finishThinking('m1', 'So'), blocks.finishText('m1', 'Bye')]).toEqual(['', '']);
  });

  it('of another message is delivered whole', () => {
    const blocks = streaming(['thinking', 'H'], ['text', 'Hel']);
    expect([blocks.finishThinking('m2', 'Hm.'), blocks.finishText('m2', 'Hello')]).toEqual(['Hm.', 'Hello']);
  });

  it('belongs to a streamed message without an id', () => {
    for (const start of [true, false]) {
      const blocks = createStreamedBlocks();
      if (start) blocks.startMessage('');
      blocks.addDelta('Hel');
      expect(blocks.abandonUnless('m1')).toBe(false);
      expect(blocks.finishText('m1', 'Hello')).toBe('lo');
      expect(blocks.answer()).toBe('Hello');
    }
  });
});

describe('a message that begins', () => {
  it('makes the text before invalid only if it was not complete', () => {
    expect(streaming(['text', 'Hel']).startMessage('m2')).toBe(true);
    expect(streaming(['text', '']).startMessage('m2')).toBe(false);
    expect(streaming(['text']).startMessage('m2')).toBe(false);
    expect(streaming(['thinking', 'Hm']).startMessage('m2')).toBe(false);
    const complete = streaming(['text', 'Hello']);
    complete.finishText('m1', 'Hello');
    expect(complete.startMessage('m2')).toBe(false);
    expect(complete.startMessage('m3')).toBe(false);
  });

  it('makes the text before invalid if one of its blocks was not complete', () => {
    const blocks = streaming(['text', 'One'], ['text', 'Two']);
    blocks.finishText('m1', 'One');
    expect(blocks.startMessage('m2')).toBe(true);
    const empty = streaming(['text', 'One'], ['text']);
    empty.finishText('m1', 'One');
    expect(empty.startMessage('m2')).toBe(false);
  });

  it('begins with no blocks', () => {
    const blocks = streaming(['thinking', 'Hm'], ['text', 'Hel']);
    blocks.startMessage('m2');
    expect([blocks.addThinking('S'), blocks.addDelta('B')]).toEqual(['S', 'B']);
    expect([blocks.finishThinking('m2', 'So'), blocks.finishText('m2', 'Bye')]).toEqual(['o', 'ye']);
  });

  it('does not continue a terminal escape of the block before', () => {
    expect(streaming(['text', 'a\u001b[3']).addDelta('1mb')).toBe('b');
    const blocks = streaming(['text', 'a\u001b[3']);
    blocks.startBlock('text');
    expect(blocks.addDelta('1mb')).toBe('1mb');
  });
});

describe('a complete message', () => {
  it('of another id makes a text invalid that was being streamed', () => {
    const blocks = streaming(['text', 'Hel']);
    expect(blocks.abandonUnless('m1')).toBe(false);
    expect(blocks.abandonUnless('m2')).toBe(true);
    expect(blocks.answer()).toBe('');
    expect(blocks.finishText('m2', 'Hello')).toBe('Hello');
    expect(streaming(['thinking', 'Hm']).abandonUnless('m2')).toBe(false);
  });
});

describe('the answer', () => {
  it('is the text of the newest message that has any', () => {
    const blocks = createStreamedBlocks();
    blocks.finishText('m1', 'Let me ');
    blocks.finishText('m1', 'see.');
    blocks.startMessage('m2');
    blocks.finishText('m2', '');
    expect(blocks.answer()).toBe('Let me see.');
    blocks.addDelta('Do');
    blocks.finishText('m2', 'Done.');
    expect(blocks.answer()).toBe('Done.');
  });

  it('is empty after a text that is invalid', () => {
    const blocks = streaming(['text', 'Hel']);
    blocks.startMessage('m2');
    expect(blocks.answer()).toBe('');
  });
});
