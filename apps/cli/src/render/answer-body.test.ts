import { describe, expect, it } from 'vitest';
import { answerLines, createAnswerBody } from './answer-body.ts';

const plain = { isInteractive: false, columns: () => 80, colors: {} as never };
const same = (text: string) => text;
const colors = new Proxy({}, { get: () => same }) as never;
const screen = { isInteractive: true, columns: () => 80, colors };

describe.each([
  ['elsewhere', plain],
  ['on a screen', screen],
])('an answer %s', (_where, terminal) => {
  it('makes hidden characters visible, even if Markdown writes them as entities', () => {
    const shown = answerLines(
      'Fine\u{e0072}\u{e006d}\u200b &#x202e;&#27;&#155;&ZeroWidthSpace; [l&#27;x](http://a&#27;&#x202e;b) **b&#27;** | a&#27; `a\u202eb`\n\n    \u2066code\n\n```l&#27;&#x202e;\nx\n```\n\n| h&#27; |\n|---|\n| c&#x202e; |\n\n# H&#27;\n\n- i&#155;',
      terminal,
    ).join('\n');
    expect(shown).toContain('Fine<U+E0072><U+E006D><U+200B>');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test is about control characters
    expect(shown).not.toMatch(/[\u001b\u0080-\u009f\u200b\u202e\u2066]|[\u{e0000}-\u{e0fff}]/u);
  });

  it('may be a table or a list with more lines than a function takes arguments', () => {
    const [rows, items] = ['|1|2|\n', '  - b\n'].map((line) => line.repeat(130_000));
    expect(answerLines(`|a|b|\n|-|-|\n${rows}`, terminal)).toHaveLength(130_002);
    expect(answerLines(`- a\n\n${items}`, terminal)).toHaveLength(130_002);
  }, 60_000);

  it('keeps emoji and words whole if they come in pieces', () => {
    const body = createAnswerBody(terminal);
    const lines = ['می', '\u200c', 'خواهم 👩', '\u200d', '💻\r', '\nbye\u200d'].flatMap((piece) => body.push(piece));
    const shown = [...lines, ...body.end()].join('\n');
    expect(shown).toContain('می‌خواهم 👩‍💻');
    expect(shown).toContain('bye<U+200D>');
    expect(shown).not.toContain('␍');
  });
});
