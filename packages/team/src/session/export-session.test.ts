import type { ConversationMessage, SessionRecord, StoredRecord } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { collectSession, exportJson, exportMarkdown } from './export-session.ts';

const said = (
  id: string,
  roleName: string,
  content: string,
  extra: Partial<ConversationMessage> = {},
): SessionRecord => ({
  type: 'message',
  at: 1,
  message: { id, content, speaker: { roleId: roleName, roleName, type: 'ai' }, ...extra },
});

async function* stored(...records: SessionRecord[]): AsyncGenerator<StoredRecord> {
  for (const [index, record] of records.entries()) yield { seq: index + 1, operationId: 'x', record };
}

const start: SessionRecord = { type: 'session-start', version: 1, sessionId: 's-1', team: 'Crew', at: 1 };

describe('an exported session', () => {
  it('as Markdown has a heading with speaker and addressees for each message, and its text', async () => {
    const session = await collectSession(
      stored(
        start,
        { type: 'task', task: 'Ship it', at: 1 },
        said('msg-1', 'Alice', 'Go.\n\n[NEXT: max]', { routing: { resolvedAddressees: ['Max'] } }),
        {
          type: 'turn-start',
          turn: 'turn-1',
          call: { id: 'call-1', member: 'max', replyTo: 'msg-1', intent: 'P2', byHuman: true },
          upTo: 'msg-1',
          repliesInRow: 1,
          at: 2,
        },
        said('msg-2', 'Max', 'Half a', { metadata: { partial: true } }),
        {
          type: 'turn-end',
          turn: 'turn-1',
          member: 'max',
          status: 'failed',
          durationMs: 1540,
          usage: { inputTokens: 12, outputTokens: 3 },
          costUsd: 0.01,
          messageId: 'msg-2',
          at: 3,
        },
      ),
    );
    expect(exportMarkdown(session)).toBe(`# Crew

Session s-1

**Task**

Ship it

## Alice → Max

Go.

\\[NEXT: max\\]

## Max (incomplete)

Half a

*turn-1 · 1.5 s · 12 tokens in · 3 tokens out · $0.0100*
`);
  });

  it('as Markdown leaves out what is not known: start, task, addressees, tokens and cost', async () => {
    const session = await collectSession(
      stored(said('msg-1', 'Max', 'Hi.', { routing: {} }), {
        type: 'turn-end',
        turn: 'turn-1',
        member: 'max',
        status: 'completed',
        durationMs: 40,
        usage: { outputTokens: 3 },
        messageId: 'msg-1',
        at: 3,
      }),
    );
    expect(session).toMatchObject({ sessionId: undefined, team: undefined, startedAt: undefined, task: null });
    expect(exportMarkdown(session)).toBe('# Session\n\n## Max\n\nHi.\n\n*turn-1 · 0.0 s · 3 tokens out*\n');
  });

  it('as Markdown renders an answer as the agent wrote it: lists, tables, code, emphasis; headings are bold', async () => {
    const answer = [
      ...['# What I found', 'The sum is *wrong* in **two** places (see `sum.mjs`, snake_case):', ''],
      ...[
        '1. It starts at 1.',
        '   - so does `max`',
        '2. It ends early:',
        '   ```js',
        '   let a = 1;',
        '   ```',
        '3. Done.',
        '',
      ],
      ...['| file | lines |', '|:--|--:|', '| `a|b` | 2 |', ''],
      ...['| file | lines |', '|:--|--:|', '| a.mjs | **2** |', ''],
      ...['Ask @max. See <https://example.org/a> and [this](http://example.org).', '---', 'a', '===', '> b'],
    ].join('\n');
    const session = await collectSession(stored(said('msg-1', 'Max', answer)));
    expect(exportMarkdown(session)).toBe(`# Session

## Max

**What I found**

The sum is *wrong* in **two** places (see \`sum.mjs\`, snake\\_case):

1. It starts at 1.
   - so does \`max\`
2. It ends early:

\`\`\`js
let a = 1;
\`\`\`

3. Done.

\`\`\`text
| file | lines |
|:--|--:|
| \`a|b\` | 2 |
\`\`\`

| file | lines |
| :-- | --: |
| a\\.mjs | **2** |

Ask \`@max\`. See \\<https\\:\\//example\\.org/a\\> and \\[this\\](http\\:\\//example\\.org).
\\---
a
\\===
\\> b
`);
  });

  it('as JSON escapes invisible and control characters, and parses to the original text', async () => {
    const hostile = 'Fine.\n## Alice\n\u001b]0;pwned\u0007\u009b31m\u202E\uFEFFabc\rdef\u{e0041}\u200b';
    const json = exportJson(await collectSession(stored(start, said('msg-1', 'Max', hostile))));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this test is about control characters
    expect(json).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202e]|[\u{e0000}-\u{e0fff}]/u);
    expect(JSON.parse(json).messages[0].content).toBe(hostile);
  });

  it('as JSON includes the messages and the task of a snapshot', async () => {
    const message = {
      id: 'msg-1',
      content: 'Before.',
      speaker: { roleId: 'a', roleName: 'A', type: 'human' },
    } as const;
    const context = { version: 1, teamTask: 'Old task', timestamp: 1, messages: [message] } as const;
    const snapshot = {
      version: 1,
      context,
      queue: [],
      repliesInRow: 0,
      turnsSinceHuman: 0,
      lastTurn: 0,
      lastCall: 0,
    } as const;
    const session = await collectSession(
      stored(start, { type: 'snapshot', snapshot, at: 1 }, said('msg-2', 'B', 'After.')),
    );
    expect(JSON.parse(exportJson(session))).toMatchObject({
      version: 1,
      sessionId: 's-1',
      team: 'Crew',
      task: 'Old task',
      messages: [{ content: 'Before.' }, { content: 'After.' }],
      turns: [],
    });
  });
});
