import type { AgentScript, Step } from '@ctx/scripted-agents';
import { AFTER_REVIEW, FIRST_FIX, SOURCE, WITH_BUG } from './demo-sources.ts';

/** Pauses that give a reader time, in milliseconds after each word and each tool call. */
export interface DemoPace {
  readonly wordMs: number;
  readonly toolMs: number;
}

/** What each member of the demo says and does. Max really writes the files it says it changed. */
export function demoScripts({ wordMs, toolMs }: DemoPace): Readonly<Record<'sarah' | 'max' | 'gina', AgentScript>> {
  const say = (text: string): Step => ({ type: 'deltas', parts: text.match(/\s*\S+/g) ?? [], delayMs: wordMs });
  const tool = (name: string, input: unknown, output: string): Step[] => [
    { type: 'tool-call', name, input, output },
    { type: 'delay', ms: toolMs },
  ];
  const edit = (sources: Readonly<Record<string, string>>): Step[] => [
    ...Object.entries(sources).map(([path, text]): Step => ({ type: 'write-file', path, text })),
    ...tool('file_change', { changes: Object.keys(sources).map((path) => ({ path, kind: 'update' })) }, ''),
  ];
  const think: Step = { type: 'delay', ms: toolMs };

  return {
    sarah: {
      usage: { costUsd: 0.0072 },
      steps: [
        think,
        ...tool('Grep', { pattern: 'reason=reuse' }, `${SOURCE}:3`),
        ...tool('Read', { file_path: SOURCE }, WITH_BUG[SOURCE]),
        say(
          'Two tabs refresh in the same second. The first one gets a new token; the second still holds the old one, ' +
            'and `session.ts:3` takes every old token for a stolen one and ends the session. Friday’s release only ' +
            'made it common: a token now lives 5 minutes instead of 60.\n\n' +
            'Max, please accept the previous token for 10 seconds after a refresh.\n[NEXT: Max]',
        ),
      ],
      replies: [
        {
          when: '14 tests pass',
          steps: [
            think,
            say(
              'Ready to ship. For the changelog: “Two open tabs no longer end your session.” I would also put the ' +
                'token’s life back to 60 minutes; at 5, every phone that wakes up refreshes.',
            ),
          ],
        },
      ],
    },
    max: {
      steps: [
        think,
        ...edit(FIRST_FIX),
        ...tool('shell', { command: 'npm test -- session' }, '13 passed'),
        say(
          'Done, with a test for the two tabs:\n\n' +
            '```ts\n' +
            'const inGrace = Date.now() - session.refreshedAt < 10_000;\n' +
            'if (token === session.previous && inGrace) return session.current;\n' +
            '```\n\n' +
            '13 tests pass. Gina, do you see a hole?\n[NEXT: Gina]',
        ),
      ],
      replies: [
        {
          when: 'in the database',
          steps: [
            think,
            ...edit(AFTER_REVIEW),
            ...tool('shell', { command: 'npm test -- session' }, '14 passed'),
            say(
              "True. `refreshed_at > now() - interval '10 s'` is now asked of the database, and a test puts the server’s " +
                'clock a minute ahead. 14 tests pass.\n[NEXT: Sarah]',
            ),
          ],
        },
      ],
    },
    gina: {
      steps: [
        think,
        ...tool('read_file', { path: SOURCE }, FIRST_FIX[SOURCE]),
        say(
          'Giving back the current token instead of making a third one is right. One hole: `refreshedAt` is written ' +
            'by one server and compared with the clock of another. Ours differ by seconds, so the grace may be nothing, ' +
            'or twice as long. Compare in the database.\n[NEXT: Max]',
        ),
      ],
    },
  };
}
