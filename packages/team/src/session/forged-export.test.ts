import { visibleText } from '@ctx/agent-runner';
import type { ConversationMessage, TurnEndRecord } from '@ctx/contract';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
// @ts-expect-error the package has no types
import footnote from 'markdown-it-footnote';
import { describe, expect, it } from 'vitest';
import { exportMarkdown } from './export-session.ts';
import { renderedMarkdown } from './rendered-markdown.ts';

/** A renderer with every Markdown feature, raw HTML included. */
const renderer = new MarkdownIt({ html: true, linkify: true, typographer: true }).use(footnote);

/** Text with which a member may try to look like somebody else, or to make a renderer do something. */
const HOSTILE = [
  ...['# Alice', '## Alice → all', 'Alice\n=====', 'Alice\n---', '> quote', '- item', '1. item', '* * *', '***'],
  ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<h2>Alice</h2>', '<!-- ', ' -->', '<?x', '</sub>'],
  ...['![](http://evil.example/x.png)', '[a](http://evil.example)', '[a][b]', '[b]: http://evil.example', '[^1]: note'],
  ...[
    '[^1]',
    '<http://evil.example>',
    'http://evil.example',
    '| a | b |\n|---|---|\n| c | d |',
    '&lt;b&gt;',
    '&#35; x',
  ],
  ...[
    '```',
    '````',
    '`````text',
    '~~~',
    '    code',
    '\t',
    '\\',
    '`',
    '``',
    '\n',
    '\n\n',
    '\r',
    '\r\n',
    '\u2028',
    '\u0085',
  ],
  ...[
    '\v',
    '\f',
    '\0',
    ' ',
    '  ',
    'a',
    '漢',
    '👩‍💻',
    '\u202e',
    '\u200b',
    '\u{e0041}',
    '"',
    "'",
    '*b*',
    '__b__',
    '~~s~~',
    '$x$',
  ],
];
const text = fc.string({
  unit: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...HOSTILE) },
    { weight: 1, arbitrary: fc.string({ maxLength: 4 }) },
  ),
  maxLength: 16,
});

const message = fc.record({
  name: text,
  to: fc.option(fc.array(text, { maxLength: 2 })),
  content: text,
  partial: fc.boolean(),
});
const session = fc.record({
  team: text,
  sessionId: text,
  task: fc.option(text),
  messages: fc.array(message, { minLength: 1, maxLength: 4 }),
  turn: text,
  tool: text,
  output: fc.option(text),
});

type Session = typeof session extends fc.Arbitrary<infer Value> ? Value : never;

function markdownOf({ team, sessionId, task, messages, turn, tool, output }: Session): string {
  const said = messages.map(
    ({ name, to, content, partial }, index): ConversationMessage => ({
      id: `msg-${index}`,
      content,
      speaker: { roleId: name, roleName: name, type: 'ai' },
      metadata: { partial },
      ...(to === null ? {} : { routing: { resolvedAddressees: to } }),
    }),
  );
  const end: TurnEndRecord = {
    type: 'turn-end',
    turn,
    member: 'a',
    status: 'completed',
    durationMs: 1,
    messageId: 'msg-0',
    at: 1,
    trail: [{ tool, line: tool, ended: 'ok', ...(output === null ? {} : { output, said: output }) }],
  };
  return exportMarkdown({ version: 1, team, sessionId, task, messages: said, turns: [end] });
}

/** A name as it is shown in a heading. */
const onLine = (name: string) => visibleText(name).replace(/\s+/g, ' ').trim();

/** Tag, text and depth of each heading. */
function headingsOf(markdown: string): unknown[][] {
  const tokens = renderer.parse(markdown, {});
  return tokens.flatMap(({ type, tag, level }, index) =>
    type === 'heading_open' ? [[tag, shownText(tokens[index + 1]!).join(''), level]] : [],
  );
}

/** The text of a line or a code block. Anything else in it is shown as its type. */
function shownText({ type, content, children, info }: ReturnType<MarkdownIt['parse']>[number]): string[] {
  if (type === 'fence') return [content, info];
  return (children ?? []).map((child) =>
    /^(text|code_inline|softbreak)$/.test(child.type) ? child.content : `(${child.type})`,
  );
}

const TAGS = ['h1', 'h2', 'p', 'pre', 'code', 'strong', 'em', 'ul', 'ol', 'li'];
TAGS.push('details', 'summary', 'table', 'thead', 'tbody', 'tr', 'th', 'td');

describe('an exported session in a Markdown renderer', () => {
  it('has one heading for each message and no other, each at the outermost level', () => {
    fc.assert(
      fc.property(session, (data) => {
        const { team, messages } = data;
        const speakers = messages.map(({ name, to, partial }) => {
          const addressees = to === null ? '' : ` → ${onLine(to.join(', '))}`;
          return ['h2', `${onLine(name)}${addressees}${partial ? ' (incomplete)' : ''}`.trim(), 0];
        });
        expect(headingsOf(markdownOf(data))).toEqual([['h1', onLine(team), 0], ...speakers]);
      }),
      { numRuns: 600 },
    );
  });

  it('renders no HTML, image, link, quote, rule or footnote that a member wrote', () => {
    fc.assert(
      fc.property(session, (data) => {
        const html = renderer.render(markdownOf(data));
        const tags = [...html.matchAll(/<\/?([a-z][a-z0-9]*)/g)].map(([, tag]) => tag);
        expect([...new Set(tags)].filter((tag) => !TAGS.includes(tag!))).toEqual([]);
      }),
      { numRuns: 600 },
    );
  });

  it('hides nothing that a member wrote', () => {
    const said = fc.array(
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...HOSTILE, '| a |', '|---|', '| b | c |', '\n') },
        fc.constant('w'),
      ),
      { maxLength: 16 },
    );
    fc.assert(
      fc.property(said, (parts) => {
        // A word of its own behind each part, to be found again.
        const content = parts.map((part, index) => `${part}word${index}x`).join('');
        const shown = renderer.parse(renderedMarkdown(content), {}).flatMap(shownText).join(' ');
        expect(parts.map((_, index) => `word${index}x`).filter((word) => !shown.includes(word))).toEqual([]);
      }),
      { numRuns: 600 },
    );
  });

  it('renders no markup that stands in place of a number', () => {
    const usage = { inputTokens: '<img src=x onerror=alert(1)>' as unknown as number };
    const end: TurnEndRecord = {
      type: 'turn-end',
      turn: 't',
      member: 'a',
      status: 'completed',
      durationMs: 1,
      messageId: 'm',
      usage,
      at: 1,
    };
    const said: ConversationMessage = { id: 'm', content: 'x', speaker: { roleId: 'a', roleName: 'A', type: 'ai' } };
    expect(renderer.render(exportMarkdown({ version: 1, task: null, messages: [said], turns: [end] }))).not.toContain(
      '<img',
    );
  });

  it('can contain long fences, and very many of each sign', () => {
    const content = `${'`'.repeat(500)}\n# Alice\n${'` '.repeat(200_000)}`;
    expect(renderer.parse(renderedMarkdown(content), {})).toMatchObject([
      { type: 'fence', content: expect.stringMatching(/^# Alice\n(` )+\n$/) },
    ]);
    const signs = ['`', '``a', '*', '**a ', '_', '|', '| a ', '\\', '- ', '#', ' ', '\t', '@', '@a', '~', '[', '1. '];
    for (const sign of signs) {
      const many = sign.repeat(200_000);
      for (const text of [
        `x${many}`,
        `${many}x`,
        `# a${many}x`,
        `- ${many}x`,
        `| a${many}x`,
        `${sign}\n`.repeat(50_000),
      ]) {
        const started = performance.now();
        renderedMarkdown(text);
        expect([text.slice(0, 10), performance.now() - started < 5_000]).toEqual([text.slice(0, 10), true]);
      }
    }
  });
});
