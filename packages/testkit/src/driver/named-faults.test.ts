import type { ProcessDriver, TurnParser } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { collectFailures } from '../__fixtures__/collect-failures.ts';
import { playTurn } from '../__fixtures__/play-turn.ts';
import { createSampleParser, withDriver, withParser } from '../__fixtures__/sample-driver.ts';
import type { CreateDriver } from './driver-scenarios.ts';
import type { RunTurn } from './run-turn.ts';
import { testDriver } from './test-driver.ts';

const messagesOf = async (create: CreateDriver, run: RunTurn = playTurn) => {
  const { failures } = await collectFailures((runner) => testDriver(create, { ...runner, run }));
  return failures.map(({ message }) => message);
};

const planWithout = (name: string): CreateDriver =>
  withDriver((driver) => ({ command: (input, place) => ({ ...driver.command(input, place), [name]: undefined }) }));

const INCOMPLETE: readonly (readonly [string, CreateDriver, reason: string, others: string])[] = [
  [
    'throws in its factory',
    () => {
      throw new Error('no such folder');
    },
    'create("text") threw Error: "no such folder". Return a driver, or { skipped: reason }; the scenario text cannot be skipped.',
    'Not checked: create() failed. The first check that failed says why.',
  ],
  ...(
    [
      [
        'has no createParser',
        withDriver(() => ({ createParser: undefined as never })),
        `The driver has kind "process" but no createParser(). Add command() and createParser() for kind 'process', or stream() for kind 'stream'.`,
      ],
      [
        'has a parser without finish',
        withParser(() => ({ finish: undefined as never })),
        'The parser’s finish is undefined instead of a function. Give it text(line) and finish(exit) and, if the output is JSON, json(value).',
      ],
      [
        'returns no parser',
        withDriver(() => ({ createParser: () => undefined as never })),
        'createParser() returned undefined. Return { text(line), finish(exit), json?(value) }.',
      ],
      [
        'returns no plan',
        withDriver(() => ({ command: () => undefined as never })),
        'command() returned undefined. Return { file, args, env, stdin, files? }.',
      ],
      ['has a plan without args', planWithout('args'), 'command() returned args undefined. Return a list of strings.'],
      [
        'has a plan without env',
        planWithout('env'),
        'command() returned env undefined. Return an object of strings, {} for none.',
      ],
      [
        'has a plan without stdin',
        planWithout('stdin'),
        'command() returned stdin undefined. Return a string or a list of Uint8Array.',
      ],
      [
        'has a plan whose files are not a list',
        withDriver((driver) => ({
          command: (input, place) => ({ ...driver.command(input, place), files: {} as never }),
        })),
        'command() returned files [object Object]. Return a list of { name, content }, or leave it out.',
      ],
    ] as const
  ).map(
    ([name, create, reason]) =>
      [name, create, reason, 'Not checked: the driver is not complete. The first check that failed says why.'] as const,
  ),
];

describe('testDriver explains once what is wrong with a driver that', () => {
  it.each(INCOMPLETE)('%s', async (_, create, reason, others) => {
    const [first, ...rest] = await messagesOf(create);
    expect(first).toBe(reason);
    expect(rest.length).toBeGreaterThan(10);
    expect(new Set(rest)).toEqual(new Set([others]));
  });
});

describe('testDriver names the fault of', () => {
  const forgetful = (method: 'json' | 'text', parser: TurnParser): Partial<TurnParser> => ({
    [method]: (given: never) => {
      parser[method]!(given);
    },
  });

  it('a parser whose json returns nothing, in every check and not in the words of the runner', async () => {
    const messages = await messagesOf(withParser((parser) => forgetful('json', parser)));
    expect(messages.length).toBeGreaterThan(5);
    for (const message of messages) {
      expect(message).toMatch(/^json\(\) returned undefined for \{.*\. Return a list of events, \[\] for none\.$/);
    }
  });

  it('a parser whose text returns nothing', async () => {
    const messages = await messagesOf(withParser((parser) => forgetful('text', parser)));
    expect(messages).not.toEqual([]);
    for (const message of messages) expect(message).toMatch(/^text\(\) returned undefined for ".*\. Return a list/);
  });

  it('a runner that returns a promise', async () => {
    const run = (async () => ({ status: 'completed' })) as unknown as RunTurn;
    const sound = withDriver(() => ({}));
    const messages = await messagesOf(sound, run);
    expect(messages).not.toEqual([]);
    for (const message of messages) {
      expect(message).toBe(
        'run() returned [object Promise], which is not a stream of events. Pass runStreamed of @ctx/agent-runner.',
      );
    }
  });

  it('a program that cannot be started, with the words of the turn', async () => {
    const notStarted = 'The program sample-agent was not found; install it';
    const run: RunTurn = async function* (driver, input) {
      const parser = (driver as ProcessDriver).createParser(input);
      const { text } = parser.finish({ exitCode: null, signal: null, stderr: '' });
      const error = { code: 'CTX_AGENT_FAILED', message: notStarted };
      yield { type: 'turn-end', result: { status: 'failed', text, error } };
    };
    const keeping = withDriver(() => ({ sessions: 'keep', createParser: createSampleParser }));
    const { failures } = await collectFailures(
      (runner) => testDriver(keeping, { ...runner, run }),
      undefined,
      /^(parser|sessions > are compared)/,
    );
    expect(failures.length).toBeGreaterThan(3);
    const { failures: turns } = await collectFailures(
      (runner) => testDriver(keeping, { ...runner, run }),
      undefined,
      /^turn > accepts a prompt in chunks/,
    );
    expect(turns.map(({ message }) => message)).toEqual([
      `A turn with a prompt in chunks is failed instead of completed: "${notStarted}". Return completed if the agent succeeded.`,
    ]);
    for (const { message } of failures) {
      expect(message).toMatch(/^The turn of the scenario text is failed instead of completed: /);
      expect(message).toContain(notStarted);
    }
  });
});
