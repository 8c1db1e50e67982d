import type { AgentEvent, ProcessDriver, StreamDriver, TurnInput, TurnParser, TurnResult } from '@ctx/contract';
import type { CreateDriver, DriverScenario } from '../driver/driver-scenarios.ts';
import { SCENARIO_ANSWER, SCENARIO_PARTIAL } from '../driver/driver-scenarios.ts';

/** One line of the sample agent's stream. */
export type SampleLine =
  | { readonly type: 'hello'; readonly prompt: string }
  | { readonly type: 'say'; readonly text: string }
  | { readonly type: 'call' | 'result'; readonly id: string }
  | { readonly type: 'done'; readonly tokens: number }
  | { readonly type: 'broken'; readonly status: number };

/** The lines and the exit code of the sample agent in each scenario. With `hang`, it does not exit. */
export function playScenario(scenario: DriverScenario, prompt: string): { lines: SampleLine[]; exitCode: number } {
  const hello: SampleLine = { type: 'hello', prompt };
  const say = (text: string): SampleLine[] => text.split(/(?<= )/).map((piece) => ({ type: 'say', text: piece }));
  const done: SampleLine = { type: 'done', tokens: 7 };
  switch (scenario) {
    case 'text':
      return { lines: [hello, ...say(SCENARIO_ANSWER), done], exitCode: 0 };
    case 'echo':
      return { lines: [hello, ...say(prompt), done], exitCode: 0 };
    case 'tool':
      return {
        lines: [hello, { type: 'call', id: 'a' }, { type: 'result', id: 'a' }, ...say(SCENARIO_ANSWER), done],
        exitCode: 0,
      };
    case 'empty':
      return { lines: [hello, done], exitCode: 0 };
    case 'auth':
      return { lines: [hello, { type: 'broken', status: 401 }], exitCode: 0 };
    case 'rate-limit':
      return { lines: [hello, { type: 'broken', status: 429 }], exitCode: 1 };
    case 'failure':
      return { lines: [hello, ...say(SCENARIO_PARTIAL), { type: 'broken', status: 500 }], exitCode: 1 };
    case 'no-end':
    case 'hang':
      return { lines: [hello, ...say(SCENARIO_PARTIAL)], exitCode: 0 };
  }
}

const CODES: ReadonlyMap<unknown, string> = new Map([
  [401, 'CTX_AGENT_AUTH'],
  [429, 'CTX_AGENT_RATE_LIMIT'],
]);

/** A parser of JSON lines. */
export type JsonParser = Required<Pick<TurnParser, 'json' | 'text' | 'finish'>>;

/** A correct parser of the sample stream. */
export function createSampleParser(): JsonParser {
  let text = '';
  let end: TurnResult | undefined;
  return {
    json: (line) => {
      switch (line['type']) {
        case 'hello':
          return [];
        case 'say':
          if (typeof line['text'] !== 'string') break;
          text += line['text'];
          return [{ type: 'text-delta', text: line['text'] }];
        case 'call':
        case 'result': {
          const { id } = line;
          if (typeof id !== 'string' || id === '') break;
          if (line['type'] === 'result') return [{ type: 'tool-result', id, output: 'found', isError: false }];
          text = '';
          return [{ type: 'tool-call', id, name: 'lookup', input: {} }];
        }
        case 'done': {
          const tokens = line['tokens'];
          const known = Number.isInteger(tokens) && (tokens as number) >= 0;
          end = { status: 'completed', text, ...(known ? { usage: { outputTokens: tokens as number } } : {}) };
          return text === '' ? [{ type: 'notice', kind: 'empty-answer', message: 'The agent said nothing' }] : [];
        }
        case 'broken':
          end = failed(text, CODES.get(line['status']) ?? 'CTX_AGENT_FAILED');
          return [];
      }
      return [{ type: 'raw', data: line }];
    },
    text: (line) => (line.trim() === '' ? [] : [{ type: 'raw', data: line }]),
    finish: () => end ?? failed(text, 'CTX_AGENT_FAILED'),
  };
}

export function failed(text: string, code: string): TurnResult {
  return { status: 'failed', text, error: { code, message: 'The sample agent failed; try again' } };
}

/** A correct process driver; its program is played by `playTurn`. */
export function sampleDriver(scenario: DriverScenario): ProcessDriver {
  return {
    kind: 'process',
    agentType: 'sample',
    command: (input) => ({
      file: 'sample-agent',
      args: ['--play', scenario, ...(input.systemFlag === undefined ? [] : ['--system', '{file:system.md}'])],
      env: {},
      stdin: input.prompt,
      ...(input.systemFlag === undefined ? {} : { files: [{ name: 'system.md', content: input.systemFlag }] }),
    }),
    createParser: createSampleParser,
  };
}

/** The sample agent as a service: a sound stream driver. */
export function sampleStreamDriver(scenario: DriverScenario): StreamDriver {
  return {
    kind: 'stream',
    agentType: 'sample-api',
    async *stream(input: TurnInput, { signal }): AsyncGenerator<AgentEvent> {
      const prompt = typeof input.prompt === 'string' ? input.prompt : Buffer.concat(input.prompt).toString();
      const parser = createSampleParser();
      for (const line of playScenario(scenario, prompt).lines) {
        await null;
        if (signal.aborted) return;
        yield* parser.json(line);
      }
      if (scenario === 'hang') await untilAborted(signal);
      yield { type: 'turn-end', result: parser.finish({ exitCode: 0, signal: null, stderr: '' }) };
    },
  };
}

/** Resolves when the signal is aborted. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** A correct driver with one of its functions replaced. */
export function withDriver(
  change: (driver: ProcessDriver, scenario: DriverScenario) => Partial<ProcessDriver>,
): CreateDriver {
  return (scenario) => {
    const driver = sampleDriver(scenario);
    return { ...driver, ...change(driver, scenario) };
  };
}

/** A correct driver whose parser is changed. */
export function withParser(change: (parser: JsonParser) => Partial<TurnParser>): CreateDriver {
  return withDriver(() => ({
    createParser: () => {
      const parser = createSampleParser();
      return { ...parser, ...change(parser) };
    },
  }));
}

/** A correct driver whose events are changed. */
export function withEvents(change: (event: AgentEvent) => unknown): CreateDriver {
  const changed = (events: AgentEvent[]) => events.flatMap((event) => change(event) as AgentEvent[]);
  return withParser((parser) => ({
    json: (value) => changed(parser.json(value)),
    text: (line) => changed(parser.text(line)),
  }));
}

/** A correct driver whose result is changed. */
export function withResult(change: (result: TurnResult) => unknown): CreateDriver {
  return withParser((parser) => ({ finish: (exit) => change(parser.finish(exit)) as TurnResult }));
}

/** A correct driver that sends the whole answer at the end, like a program that writes one long line. */
export function silentDriver(scenario: DriverScenario): ProcessDriver {
  return {
    ...sampleDriver(scenario),
    createParser: () => {
      const parser = createSampleParser();
      let held = '';
      return {
        ...parser,
        json: (value) => {
          const events = parser.json(value).flatMap((event) => {
            if (event.type !== 'text-delta') return [event];
            held += event.text;
            return [];
          });
          return value['type'] === 'done' && held !== '' ? [...events, { type: 'text', text: held }] : events;
        },
        finish: (exit) => {
          const result = parser.finish(exit);
          return result.status === 'completed' ? result : { ...result, text: '' };
        },
      };
    },
  };
}

/** A correct driver of a program that writes text: its parser has no `json`, and gets JSON lines as text. */
export function textDriver(scenario: DriverScenario): ProcessDriver {
  return {
    ...sampleDriver(scenario),
    createParser: () => {
      const parser = createSampleParser();
      return { text: (line) => readText(parser, line), finish: parser.finish };
    },
  };
}

function readText(parser: JsonParser, line: string): AgentEvent[] {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return parser.json(value as Record<string, unknown>);
  } catch {
    // Not JSON.
  }
  return parser.text(line);
}
