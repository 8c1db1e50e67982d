import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseToolCalls } from '../tools/parse-tool-calls.ts';
import { filterThinking } from './filter-thinking.ts';
import { withThinkMode } from './think-mode.ts';
import { createThinkingFilter } from './thinking-filter.ts';

const QWEN = 'qwen3:8b';

describe('filterThinking', () => {
  it('removes thinking, once or several times, and trims', () => {
    expect(filterThinking('<think>hm</think>\n\nYes. ', QWEN)).toBe('Yes.');
    expect(filterThinking('<think>a</think>One <think>b</think>two', QWEN)).toBe('One two');
    expect(filterThinking('  plain ', QWEN)).toBe('plain');
    expect(filterThinking('Yes. <think>a</think> \n', QWEN)).toBe('Yes.');
    expect(filterThinking(' <think>a</think> \n<think>b</think> Yes.', QWEN)).toBe('Yes.');
  });

  it('removes an unclosed thought up to the end', () => {
    expect(filterThinking('Yes.<think>but what if', QWEN)).toBe('Yes.');
    expect(filterThinking('<think>', QWEN)).toBe('');
  });

  it('removes a lone closing tag with all text before it, also after a pair', () => {
    expect(filterThinking('so I thought</think>Yes.', QWEN)).toBe('Yes.');
    expect(filterThinking('<think>a</think>b</think>Yes.', QWEN)).toBe('Yes.');
    expect(filterThinking('<think>a<think>b</think>c</think>Yes.', QWEN)).toBe('Yes.');
  });

  it('keeps text that only resembles a tag', () => {
    const text = 'a < b, <thin>, <thinkin>, <think >, <rethink>, </thin';
    expect(filterThinking(text, QWEN)).toBe(text);
  });

  it('recognises <think> and <thinking>, in upper and lower case', () => {
    expect(filterThinking('<Think>a</THINK>b', QWEN)).toBe('b');
    expect(filterThinking('<thinking>a</thinking>b<THINKING>c', QWEN)).toBe('b');
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
  ),
);

/** The text a reader sees in the end: everything shown since the last restart. */
function readStream(deltas: readonly string[], model: string): string {
  const filter = createThinkingFilter(model);
  let shown = '';
  let restarts = 0;
  for (const delta of deltas) {
    const text = filter.push(delta);
    if (filter.restarts > restarts) shown = '';
    restarts = filter.restarts;
    shown += text;
  }
  return shown + filter.end();
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
    const shown = [...`Hi <${word}>secret</${word}> you`].map((letter) => filter.push(letter));
    expect(shown.every((text) => !/[<>]/.test(text))).toBe(true);
    expect(shown.join('')).toBe('Hi  you');
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
