import type { AgentEvent, ProcessDriver, ProcessExit, TurnInput, TurnParser, TurnResult } from '@ctx/contract';
import { unlessItThrows } from '../problem.ts';
import { type RunTurn, runToEnd, USUAL_INPUT } from './run-turn.ts';

/** What an agent wrote in one turn, line by line, and how its process ended. */
export interface RecordedTurn {
  readonly lines: readonly string[];
  readonly exit: ProcessExit;
}

const GOOD_EXIT: ProcessExit = { exitCode: 0, signal: null, stderr: '' };

/** Runs a turn of a process driver and listens to what its parser is given. */
export async function recordTurn(run: RunTurn, driver: ProcessDriver): Promise<RecordedTurn> {
  const lines: string[] = [];
  let exit = GOOD_EXIT;
  // On top of the driver itself: what a class keeps on its prototype would be lost in a copy.
  const listening: ProcessDriver = Object.assign(Object.create(driver) as ProcessDriver, {
    command: (input: TurnInput) => driver.command(input),
    createParser: (input: TurnInput): TurnParser => {
      const parser = driver.createParser(input);
      const json = (value: Readonly<Record<string, unknown>>): AgentEvent[] => {
        lines.push(JSON.stringify(value));
        return parser.json!(value);
      };
      return {
        // A parser without `json` is given JSON as it was written, and must be here too.
        ...(parser.json === undefined ? {} : { json }),
        text: (line) => {
          lines.push(line);
          return parser.text(line);
        },
        finish: (ended) => {
          exit = ended;
          return parser.finish(ended);
        },
        get ended() {
          return parser.ended;
        },
      };
    },
  });
  await runToEnd(run, listening);
  return { lines, exit };
}

/** Plays lines to a parser as a runner does and gives its events; what it throws fails the check. */
export function playLines(parser: TurnParser, lines: Iterable<string>): AgentEvent[] {
  const events: AgentEvent[] = [];
  for (const line of lines) {
    events.push(
      ...unlessItThrows(
        `The parser, given ${JSON.stringify(line.slice(0, 80))},`,
        'Never throw on any line: keep it as a raw event',
        () => readLine(parser, line),
      ),
    );
  }
  return events;
}

function readLine(parser: TurnParser, line: string): AgentEvent[] {
  const value = parser.json === undefined ? undefined : parseObject(line);
  return value === undefined ? parser.text(line) : parser.json!(value);
}

function parseObject(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The result a parser gives at the end. */
export function finish(parser: TurnParser, exit: Partial<ProcessExit> = {}): TurnResult {
  return unlessItThrows('finish()', 'A parser gives a result whatever it has read', () =>
    parser.finish({ ...GOOD_EXIT, ...exit }),
  );
}

/** A parser for a turn where nothing special is asked for. */
export function newParser(driver: ProcessDriver): TurnParser {
  return unlessItThrows('createParser()', 'Any TurnInput is valid', () => driver.createParser(USUAL_INPUT));
}
