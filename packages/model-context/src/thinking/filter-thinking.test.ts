import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseToolCalls } from '../tools/parse-tool-calls.ts';
import { filterThinking } from './filter-thinking.ts';
import { withThinkMode } from './think-mode.ts';
import { createThinkingFilter } from './thinking-filter.ts';

const QWEN = 'qwen3:8b';

describe('filterThinking', () => {
  it('removes the thinking at the start of the answer, in one or several blocks, and trims', () => {
    expect(filterThinking('<think>hm</think>\n\nYes. ', QWEN)).toBe('Yes.');
    expect(filterThinking(' <think>a</think> \n<thinking>b</thinking> Yes.', QWEN)).toBe('Yes.');
    expect(filterThinking('  plain ', QWEN)).toBe('plain');
  });

  it('removes an unclosed thought at the start up to the end', () => {
    expect(filterThinking('\n<think>but what if', QWEN)).toBe('');
    expect(filterThinking('<think>a</think><think>but what if', QWEN)).toBe('');
    expect(filterThinking('<think>', QWEN)).toBe('');
  });

  it('keeps every opening tag behind text', () => {
    for (const text of [
      'Yes.<think>but what if',
      'Put it between <think> and </thin',
      'One <think>b',
      'Use `<think>`, then answer.',
      '```xml\n<think>x</think>\n```\nas shown',
    ]) {
      expect(filterThinking(text, QWEN)).toBe(text);
      expect(filterThinking(`<think>a</think>\n${text}`, QWEN)).toBe(text);
    }
  });

  it('keeps every tag behind a block and the text after it', () => {
    for (const text of ['One <think>b</think> two', 'b</think>Yes.', '`</think>` ends it', '</think> ends it'])
      expect(filterThinking(`<think>a</think>${text}`, QWEN)).toBe(text);
    expect(filterThinking('<think>a<think>b</think>c</think>Yes.', QWEN)).toBe('c</think>Yes.');
  });

  it('removes a lone closing tag with all text before it, once', () => {
    expect(filterThinking('so I thought</think>Yes.', QWEN)).toBe('Yes.');
    expect(filterThinking('</think>\n\nYes.', QWEN)).toBe('Yes.');
    expect(filterThinking('so</think>Write </think> behind it.', QWEN)).toBe('Write </think> behind it.');
    expect(filterThinking('so</think>\n<think>more</think>Yes.', QWEN)).toBe('Yes.');
    expect(filterThinking('so `<think>` is a tag</think>Yes.', QWEN)).toBe('Yes.');
    expect(filterThinking('so `<think>` is `a tag</think>Yes.', QWEN)).toBe('Yes.');
    expect(filterThinking('<b>so</b>\n```\n<think>\n```\n</think>Yes.', QWEN)).toBe('Yes.');
  });

  it('keeps a closing tag whose opening tag is text, too', () => {
    for (const text of [
      'Put it between <think> and </think>.',
      'Sure. <think>x</think> is how it looks.',
      '{"tool_call":{"name":"write","arguments":{"text":"<think>a</think>"}}}',
      'The ` sign, <think>, </think> and the ` sign.',
    ]) {
      expect(filterThinking(text, QWEN)).toBe(text);
      expect(readStream([...text], QWEN)).toBe(text);
      expect(filterThinking(`${text}</think>Yes.`, QWEN)).toBe('Yes.');
    }
  });

  it.each([
    ['a code span', 'The tag `</think>` ends it.'],
    ['a code span over two lines', 'It is ``</think>\n` here`` to see.'],
    ['the second of two spans', 'Not `a` but `b </think> c` it is.'],
    ['a fence', 'So:\n```xml\n<think>\nhm\n</think>\n```\nThat is all.'],
    ['a fence that never closes', '~~~\n```\n</think>'],
    ['a fence in a list item', '1. ```xml\n   </think>\n   ```\n2. done'],
    ['the line that opens a fence', '``` </think>\nx\n```'],
    ['a fence that only a longer one closes', '````\n```\n</think>\n`````\ndone'],
  ])('keeps a closing tag in code: %s', (_, text) => {
    expect(filterThinking(text, QWEN)).toBe(text);
    expect(readStream([...text], QWEN)).toBe(text);
    // The tag outside code still counts.
    const thinking = `${text}${text.startsWith('~') ? '\n~~~' : ''}\n\nSo be it.</think>\nYes.`;
    expect(filterThinking(thinking, QWEN)).toBe('Yes.');
  });

  it.each([
    ['a backtick without a second one', 'The ` sign.\n</think>\nYes.'],
    [
      'a backtick whose second one is in another paragraph',
      'The ` sign</think>Yes.\n\nThe ` sign.',
      'Yes.\n\nThe ` sign.',
    ],
    [
      'a backtick whose second one is in another list item',
      '- The ` sign</think>Yes.\n- The ` sign.',
      'Yes.\n- The ` sign.',
    ],
    ['runs of unequal length', 'The ` and `` signs</think>Yes.'],
    ['a closed fence', '```\nx\n```\n</think>Yes.'],
    ['three backticks with a span behind', '``` `x` </think>Yes.'],
  ])('removes thinking that has %s', (_, text, answer = 'Yes.') => {
    expect(filterThinking(text, QWEN)).toBe(answer);
    expect(readStream([...text], QWEN)).toBe(answer);
  });

  it('ends a block at its own closing tag, or at the other one if its own never comes', () => {
    expect(filterThinking('<thinking>the </think> tag</thinking>Yes.', QWEN)).toBe('Yes.');
    expect(filterThinking('<think>hm</thinking>Yes.', QWEN)).toBe('Yes.');
    expect(filterThinking('<think>a</thinking><think>b</thinking>Yes.</thinking>', QWEN)).toBe('Yes.</thinking>');
    for (const text of ['Write </thinking> behind it.', '</thinking>', 'a</thinking>\n\nb'])
      expect(filterThinking(`<think>hm</thinking>${text}`, QWEN)).toBe(text);
  });

  it('keeps text that only resembles a tag', () => {
    const text = 'a < b, <thin>, <thinkin>, <think >, <rethink>, </thin';
    expect(filterThinking(text, QWEN)).toBe(text);
  });

  it('recognises <think> and <thinking>, in upper and lower case', () => {
    expect(filterThinking('<Think>a</THINK>b', QWEN)).toBe('b');
    expect(filterThinking('<THINKING>a</Thinking>b', QWEN)).toBe('b');
    expect(filterThinking('musing</Thinking>b', QWEN)).toBe('b');
  });

  it('recognises thinking models by name in upper and lower case, and returns other models’ text unchanged', () => {
    const text = ' <think>a</think>b ';
    const models = [
      'Qwen2.5',
      'QWEN',
      'qwq-32b',
      'org/QwQ',
      'deepseek-r1:8b',
      'deepseek-ai/DeepSeek-R1-Distill-Llama-8B',
    ];
    for (const model of models) expect(filterThinking(text, model)).toBe('b');
    for (const model of ['gemini-2.5-pro', 'deepseek-chat', '']) expect(filterThinking(text, model)).toBe(text);
  });

  it('filters the text of any model with thinkTags', () => {
    const text = ' <think>a</think>b ';
    expect(filterThinking(text, 'magistral', { thinkTags: true })).toBe('b');
    expect(filterThinking(text, 'magistral', { thinkTags: false })).toBe(text);
    expect(parseToolCalls(text, { thinkTags: true }).originalText).toBe('b');
    expect(withThinkMode('Hi', 'magistral', false, { thinkTags: true })).toBe('<no_think>\n\nHi');
  });
});

const fragments = fc.array(
  fc.constantFrom(
    '<think>',
    '</think>',
    '<THINKING>',
    '</Thinking>',
    '<',
    'th',
    'ink>',
    'ING>',
    '/',
    ' ',
    '\n',
    'word',
    '</',
    '<think',
    'İ',
    '`',
    '``',
    '```',
    '\n\n',
    '\n~~~\n',
    '\n- ',
  ),
);

/** The text a reader sees in the end: everything shown since the last restart. */
function readStream(deltas: readonly string[], model: string): string {
  const filter = createThinkingFilter(model);
  let shown = '';
  for (const next of [...deltas.map((delta) => () => filter.push(delta)), () => filter.end()]) {
    const before = filter.restarts;
    const text = next();
    shown = filter.restarts > before ? text : shown + text;
  }
  return shown;
}

describe('the streaming filter', () => {
  it('shows the same text as filterThinking, however the answer is split', () => {
    fc.assert(
      fc.property(fragments, fc.array(fc.nat(6), { minLength: 1 }), (pieces, cuts) => {
        const text = pieces.join('');
        const deltas: string[] = [];
        for (let at = 0, index = 0; at < text.length; index += 1) {
          const length = 1 + cuts[index % cuts.length]!;
          deltas.push(text.slice(at, at + length));
          at += length;
        }
        expect(readStream(deltas, QWEN)).toBe(filterThinking(text, QWEN));
      }),
      { numRuns: 500 },
    );
  });

  it.each(['think', 'thinking', 'THINK', 'Thinking'])('never shows half a tag: %s', (word) => {
    const filter = createThinkingFilter('magistral', { thinkTags: true });
    const shown = [...`<${word}>secret</${word}> Hi <${word}> you`].map((letter) => filter.push(letter));
    expect(shown.filter((text) => /[<>]/.test(text))).toEqual([` <${word}>`]);
    expect(shown.join('')).toBe(`Hi <${word}> you`);
    expect(filter.end()).toBe('');
  });

  it('shows text at once after a < that begins no tag', () => {
    expect(createThinkingFilter(QWEN).push('a <b> c')).toBe('a <b> c');
  });

  it('shows text that only looked like a tag when the answer ends', () => {
    const filter = createThinkingFilter(QWEN);
    expect(filter.push('a </thin')).toBe('a');
    expect(filter.end()).toBe(' </thin');
  });

  it('counts a restart when a lone closing tag shows that all text before it was thinking', () => {
    const filter = createThinkingFilter(QWEN);
    expect(filter.push('musing')).toBe('musing');
    expect(filter.push(' more</think>\nYes')).toBe('Yes');
    expect(filter.restarts).toBe(1);
  });

  it('waits for the end of the paragraph where a closing tag may stand in a code span', () => {
    const filter = createThinkingFilter(QWEN);
    expect(filter.push('The ` sign. </think>Yes')).toBe('The ` sign.');
    expect(filter.push(', it is.\n')).toBe('');
    expect(filter.push('\nMore')).toBe('Yes, it is.\n\nMore');
    expect(filter.restarts).toBe(1);
    expect(filter.push(' </think>')).toBe(' </think>');
    expect(filter.restarts).toBe(1);
  });

  it.each(['x</think', '`</think>', '``</think>`', '<think></thinking>', '```\n</think>\n', '- ` </think>\n', '<'])(
    'handles an answer that is 20,000 times %j, whole and in pieces',
    (piece) => {
      const text = `${piece.repeat(20_000)}\n\nx`;
      const deltas = Array.from({ length: 20_000 }, () => piece);
      expect(readStream([...deltas, '\n\nx'], QWEN)).toBe(filterThinking(text, QWEN));
    },
  );

  it('passes everything on at once for other models', () => {
    const filter = createThinkingFilter('llama');
    expect(filter.push(' <think>')).toBe(' <think>');
    expect(filter.end()).toBe('');
    expect(filter.restarts).toBe(0);
  });
});

describe('withThinkMode', () => {
  it('asks a thinking model not to think', () => {
    expect(withThinkMode('Hi', QWEN, false)).toBe('<no_think>\n\nHi');
    expect(withThinkMode('Hi', 'QwQ-32B', false, { tag: '/no_think' })).toBe('/no_think\n\nHi');
  });

  it('returns the text unchanged if thinking is on, for other models, and if the tag is there already', () => {
    expect(withThinkMode('Hi', QWEN, true)).toBe('Hi');
    expect(withThinkMode('Hi', 'gemini', false)).toBe('Hi');
    expect(withThinkMode('<no_think>\n\nHi', QWEN, false)).toBe('<no_think>\n\nHi');
  });
});
