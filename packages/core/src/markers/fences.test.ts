import { describe, expect, it } from 'vitest';
import { splitAtFences } from './fences.ts';

const fencesOf = (text: string) => splitAtFences(text).flatMap((piece) => (piece.fenced ? piece.text : []));

describe('splitAtFences', () => {
  it.each([
    ['three backticks', 'a\n```\nb\n```\nc', ['```\nb\n```']],
    ['tildes', '~~~\nb\n~~~', ['~~~\nb\n~~~']],
    ['two backticks are too few', '``\nb\n``', []],
    ['two tildes are too few', '~~\nb\n~~', []],
    ['two are too few next to a fence too', '``\na\n~~\nb\n```\nc\n```', ['```\nc\n```']],
    ['a language', '```ts\nb\n```', ['```ts\nb\n```']],
    ['tildes with backticks after them', '~~~ a`b\nc\n~~~', ['~~~ a`b\nc\n~~~']],
    ['backticks with a backtick after them open nothing', '``` a`b\nc', []],
    ['any indentation', '\t    ```\n\u3000a\n          ```\nb', ['\t    ```\n\u3000a\n          ```']],
    ['blanks after the closing run', '```\na\n``` \t\nb', ['```\na\n``` \t']],
    ['a longer closing run', '```\na\n`````\nb', ['```\na\n`````']],
    ['a shorter run closes nothing', '````\na\n```\nb', ['````\na\n```\nb']],
    ['the other character closes nothing', '```\na\n~~~\nb', ['```\na\n~~~\nb']],
    ['a run with text after it closes nothing', '```\na\n``` b\nc', ['```\na\n``` b\nc']],
    ['a run after other text opens nothing', 'a ```\nb', []],
    ['tildes after other text open nothing', 'a ~~~\nb', []],
    ['unclosed, it runs to the end', '```\na\n\n', ['```\na\n\n']],
    ['two in a row', '```\na\n```\n~~~\nb\n~~~', ['```\na\n```', '~~~\nb\n~~~']],
    ['CR LF', 'a\r\n```\r\nb\r\n```\r\nc', ['```\r\nb\r\n```\r']],
    ['CR alone', 'a\r```\rb\r```\rc', ['```\rb\r```']],
    ['other line ends', 'a\u2028```\u2028b\u2029```\u2029c', ['```\u2028b\u2029```']],
  ])('%s', (_rule, text, fences) => {
    expect(fencesOf(text)).toEqual(fences);
  });

  it('returns the start of each piece', () => {
    expect(splitAtFences('a\n```\nb\n```\nc\n')).toEqual([
      { fenced: false, start: 0, text: 'a\n' },
      { fenced: true, start: 2, text: '```\nb\n```' },
      { fenced: false, start: 12, text: 'c\n' },
    ]);
    expect(splitAtFences('~~~')).toEqual([
      { fenced: false, start: 0, text: '' },
      { fenced: true, start: 0, text: '~~~' },
    ]);
    expect(splitAtFences('~~~\n~~~').map(({ fenced }) => fenced)).toEqual([false, true]);
    expect(splitAtFences('~~~\n~~~\n').map(({ fenced }) => fenced)).toEqual([false, true, false]);
  });
});
