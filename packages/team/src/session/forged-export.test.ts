import { visibleText } from '@ctx/agent-runner';
import type { ConversationMessage, TurnEndRecord } from '@ctx/contract';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
// @ts-expect-error the package has no types
import footnote from 'markdown-it-footnote';
import { describe, expect, it } from 'vitest';
import { exportMarkdown } from './export-session.ts';

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
});

type Session = typeof session extends fc.Arbitrary<infer Value> ? Value : never;

function markdownOf({ team, sessionId, task, messages, turn, tool }: Session): string {
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
    trail: [{ tool, line: tool, ended: 'ok' }],
  };
  return exportMarkdown({ version: 1, team, sessionId, task, messages: said, turns: [end] });
}

/** A name as it is shown in a heading. */
const onLine = (name: string) => visibleText(name).replace(/\s+/g, ' ').trim();

/** The blocks of a document: the kind of each, and the text of code blocks and headings. */
function blocksOf(markdown: string): string[][] {
  const tokens = renderer.parse(markdown, {});
  return tokens.flatMap((token, index) => {
    if (token.type === 'heading_open') return [[token.tag, plainText(tokens[index + 1]!)]];
    if (token.type === 'paragraph_open') return [['p']];
    if (token.type === 'fence') return [['fence', token.content]];
    return token.type === 'inline' || token.type.endsWith('_close') ? [] : [[token.type]];
  });
}

/** The text of a line. Anything else in it is shown as its type. */
function plainText({ children }: ReturnType<MarkdownIt['parse']>[number]): string {
  return (children ?? []).map(({ type, content }) => (type === 'text' ? content : `(${type})`)).join('');
}

describe('an exported session in a Markdown renderer', () => {
  it('has one heading for each message and no other, and all text is in code blocks', () => {
    fc.assert(
      fc.property(session, (data) => {
        const { team, task, messages } = data;
        const blocks = blocksOf(markdownOf(data));
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

  it('renders no HTML, image, link, table, list or footnote that a member wrote', () => {
    fc.assert(
      fc.property(session, (data) => {
        const html = renderer.render(markdownOf(data));
        const tags = [...html.matchAll(/<\/?([a-z][a-z0-9]*)/g)].map(([, tag]) => tag);
        expect(
          [...new Set(tags)].filter((tag) => !['h1', 'h2', 'p', 'pre', 'code', 'strong', 'em'].includes(tag!)),
        ).toEqual([]);
      }),
      { numRuns: 400 },
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

  it('can contain long fences, and very many backticks', () => {
    const content = `${'`'.repeat(500)}\n# Alice\n${'` '.repeat(200_000)}`;
    const rest = { team: 't', sessionId: 's', task: null, turn: 'turn-1', tool: 'x' };
    const markdown = markdownOf({ ...rest, messages: [{ name: 'Max', to: null, content, partial: false }] });
    expect(blocksOf(markdown)).toContainEqual(['fence', `${content}\n`]);
    expect(markdown.match(/^`{501}/gm)).toHaveLength(2);
  });
});
