import { visibleText } from '@ctx/agent-runner';
import type { ConversationMessage, TurnEndRecord } from '@ctx/contract';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
// @ts-expect-error it has no types
import footnote from 'markdown-it-footnote';
import { describe, expect, it } from 'vitest';
import { exportMarkdown } from './export-session.ts';

/** The judge: everything a renderer may do with Markdown, raw HTML included. */
const renderer = new MarkdownIt({ html: true, linkify: true, typographer: true }).use(footnote);

/** What a member may say to pass for somebody else, or to have a renderer do something. */
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
});

type Session = typeof session extends fc.Arbitrary<infer Value> ? Value : never;

function written({ team, sessionId, task, messages, turn, tool }: Session): string {
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
    ...{ type: 'turn-end', turn, member: 'a', status: 'completed', durationMs: 1, messageId: 'msg-0', at: 1 },
    trail: [{ tool, line: tool, ended: 'ok' }],
  };
  return exportMarkdown({ version: 1, team, sessionId, task, messages: said, turns: [end] });
}

/** What is left of a name on one line. */
const onLine = (name: string) => visibleText(name).replace(/\s+/g, ' ').trim();

/** Every block of a document: what it is, and its text where it is a block of code or a heading. */
function blocksOf(markdown: string): string[][] {
  const tokens = renderer.parse(markdown, {});
  return tokens.flatMap((token, index) => {
    if (token.type === 'heading_open') return [[token.tag, ...plainText(tokens[index + 1]!)]];
    if (token.type === 'paragraph_open') return [['p']];
    if (token.type === 'fence') return [['fence', token.content]];
    return token.type === 'inline' || token.type.endsWith('_close') ? [] : [[token.type]];
  });
}

/** The text of a line; anything in it that is not text is told by its type. */
function plainText({ children }: ReturnType<MarkdownIt['parse']>[number]): string[] {
  return [(children ?? []).map(({ type, content }) => (type === 'text' ? content : `(${type})`)).join('')];
}

describe('an exported session, as a renderer reads it', () => {
  it('has the headings of its speakers and no other, and every word stands in its block', () => {
    fc.assert(
      fc.property(session, (told) => {
        const { team, task, messages } = told;
        const blocks = blocksOf(written(told));
        const speakers = messages.flatMap(({ name, to, content, partial }, index) => {
          const addressees = to === null ? '' : ` → ${onLine(to.join(', '))}`;
          const heading = `${onLine(name)}${addressees}${partial ? ' (incomplete)' : ''}`.trim();
          const deeds = index === 0 ? [['fence', expect.any(String)], ['p']] : [];
          return [['h2', heading], ['fence', `${visibleText(content)}\n`], ...deeds];
        });
        expect(blocks.filter(([kind]) => kind !== 'p')).toEqual(
          [['h1', onLine(team)], ...(task === null ? [] : [['fence', `${visibleText(task)}\n`]]), ...speakers].filter(
            ([kind]) => kind !== 'p',
          ),
        );
      }),
      { numRuns: 400 },
    );
  });

  it('renders no HTML, image, link, table, list or note of anybody', () => {
    fc.assert(
      fc.property(session, (told) => {
        const html = renderer.render(written(told));
        const tags = [...html.matchAll(/<\/?([a-z][a-z0-9]*)/g)].map(([, tag]) => tag);
        expect(
          [...new Set(tags)].filter((tag) => !['h1', 'h2', 'p', 'pre', 'code', 'strong', 'em'].includes(tag!)),
        ).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('holds a fence of any length, and any number of them', () => {
    const content = `${'`'.repeat(500)}\n# Alice\n${'` '.repeat(200_000)}`;
    const told = { team: 't', sessionId: 's', task: null, turn: 'turn-1', tool: 'x' };
    const markdown = written({ ...told, messages: [{ name: 'Max', to: null, content, partial: false }] });
    expect(blocksOf(markdown)).toContainEqual(['fence', `${content}\n`]);
    expect(markdown.match(/^`{501}/gm)).toHaveLength(2);
  });
});
