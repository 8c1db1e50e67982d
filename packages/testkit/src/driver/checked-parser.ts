import type { AgentEvent, Place, ProcessDriver, TurnInput, TurnParser } from '@ctx/contract';
import { fail, quote } from '../problem.ts';

type Method = 'json' | 'text';

/** The events that a parser returned for a line. Fails the check unless they are a list. */
export function expectEvents(events: unknown, method: Method, line: string): AgentEvent[] {
  if (Array.isArray(events)) return events as AgentEvent[];
  fail(`${method}() returned ${quote(events)} for ${line.slice(0, 80)}`, 'Return a list of events, [] for none');
}

/** A driver whose parsers are watched, and the first problem of one of them. */
export interface CheckedDriver {
  readonly driver: ProcessDriver;
  /** Fails the check if a parser returned something else than events. */
  expectGoodParser(): void;
}

/**
 * Watches what parsers return to a runner. The runner gets a list in any case: its own error about something else would
 * not say which function returned it.
 */
export function checkedDriver(driver: ProcessDriver): CheckedDriver {
  let problem: unknown;
  const checked = (method: Method, line: string, read: () => unknown): AgentEvent[] => {
    const events = read();
    try {
      return expectEvents(events, method, line);
    } catch (error) {
      problem ??= error;
      return [];
    }
  };
  const createParser = (input: TurnInput): TurnParser => {
    const parser = driver.createParser(input);
    return {
      // A parser without `json` gets JSON lines as text, so the watched one must have none either.
      ...(parser.json === undefined
        ? {}
        : { json: (value) => checked('json', JSON.stringify(value), () => parser.json!(value)) }),
      text: (line) => checked('text', JSON.stringify(line), () => parser.text(line)),
      finish: (exit) => parser.finish(exit),
      get ended() {
        return parser.ended;
      },
    };
  };
  return {
    // Inherits from the driver: a copy would lose what a class has on its prototype.
    driver: Object.assign(Object.create(driver) as ProcessDriver, {
      command: (input: TurnInput, place: Place) => driver.command(input, place),
      createParser,
    }),
    expectGoodParser: () => {
      if (problem !== undefined) throw problem;
    },
  };
}
