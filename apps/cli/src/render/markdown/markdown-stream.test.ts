import fc from 'fast-check';
import picocolors from 'picocolors';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { createMarkdownStream } from './markdown-stream.ts';
import type { RenderedLine } from './render-blocks.ts';

function rendered(pieces: Iterable<string>, { columns = 50, isColored = false } = {}): RenderedLine[] {
  const stream = createMarkdownStream(() => ({ columns, colors: picocolors.createColors(isColored) }));
  const lines: RenderedLine[] = [];
  for (const piece of pieces) lines.push(...stream.push(piece));
  return [...lines, ...stream.end()];
}

const texts = (markdown: string, options?: { columns?: number; isColored?: boolean }) =>
  rendered([markdown], options).map(({ text }) => text);

const SAMPLE = `# A **heading**

Words, \`code\`, [a link](https://x.example) and *more* words that go on over the end.
A line of its own.

- one
- [x] two
  - three

    a paragraph of three

7. seven

   \`\`\`ts
   const x = 1;

     const y = 2;
   \`\`\`
8. eight

| file | lines |
|---|--:|
| a.ts | 41 |
| 你好 | 7 |

> quoted
> twice

    indented *code*

~~~
unclosed`;

describe('Markdown on a screen', () => {
  it('is rendered: headings, lists, tables, quotes, code with its language', () => {
    expect(texts(SAMPLE)).toEqual([
      'A heading',
      '',
      'Words, code, a link (https://x.example) and more',
      'words that go on over the end.',
      'A line of its own.',
      '',
      '• one',
      '• [x] two',
      '  • three',
      '',
      '    a paragraph of three',
      '',
      '7. seven',
      '',
      '╭─ ts',
      'const x = 1;',
      '',
      '  const y = 2;',
      '╰─',
      '',
      '8. eight',
      '',
      'file  lines',
      '────  ─────',
      'a.ts     41',
      '你好      7',
      '',
      '│ quoted',
      '│ twice',
      '',
      '╭─',
      'indented *code*',
      '╰─',
      '',
      '╭─',
      'unclosed',
      '╰─',
    ]);
  });

  it('looks the same however it is cut into pieces', () => {
    const whole = rendered([SAMPLE]);
    fc.assert(
      fc.property(fc.array(fc.nat(SAMPLE.length), { maxLength: 20 }), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), SAMPLE.length];
        const pieces = places.slice(1).map((end, index) => SAMPLE.slice(places[index], end));
        expect(rendered(pieces)).toEqual(whole);
      }),
    );
  });

  it('never breaks a line of code', () => {
    const code = `const long = '${'x'.repeat(300)}';`;
    expect(rendered([`\`\`\`js\n${code}\n\`\`\``])[1]).toEqual({ text: code, isCode: true });
  });

  it('keeps everything else within the screen, and no style spans two lines', () => {
    const text = `**${'bold words '.repeat(20)}**\n\n| a | b |\n|---|---|\n| ${'long '.repeat(30)} | ${'x'.repeat(90)} |\n\n${'汉字'.repeat(60)}`;
    for (const columns of [20, 40, 80]) {
      for (const line of texts(text, { columns, isColored: true })) {
        expect(stringWidth(line)).toBeLessThan(columns);
        const opened = line.split('\u001b[1m').length + line.split('\u001b[2m').length - 1;
        expect(line.split('\u001b[22m').length).toBe(opened);
      }
    }
  });

  it('makes a list of a table that is too wide', () => {
    const table = '| a | b | c | d |\n|---|---|---|---|\n| 1111111 | 2222222 | 3333333 | 4444444 |';
    expect(texts(table, { columns: 24 })).toEqual(['a: 1111111', 'b: 2222222', 'c: 3333333', 'd: 4444444']);
  });

  it('leaves text unchanged that is not Markdown: snake_case, 2 * 3 * 4, markers, HTML', () => {
    const text = 'a_b_c and 2 * 3 * 4 <b>x</b> &amp; [NEXT: Max]';
    expect(texts(text)).toEqual([text]);
  });

  it('shows the incomplete block', () => {
    const stream = createMarkdownStream(() => ({ columns: 50, colors: picocolors.createColors(false) }));
    expect(stream.push('no line end yet')).toEqual([]);
    expect(stream.pending()).toEqual([{ text: 'no line end yet' }]);
    stream.push('\n\n```\nhalf a li');
    expect(stream.pending()).toEqual([{ text: 'half a li', isCode: true }]);
  });
});
