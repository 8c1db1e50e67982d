import type { AgentEvent, Place, ProcessDriver, ProcessExit, TurnInput, TurnParser, TurnResult } from '@ctx/contract';
import { fail, quoteMessage, unlessItThrows } from '../problem.ts';
import { expectEvents } from './checked-parser.ts';
import { checkResult } from './event-checks.ts';
import { type RunTurn, runToEnd, USUAL_INPUT } from './run-turn.ts';

/** The lines that an agent wrote in one turn, the exit of its process, and the result of the turn. */
export interface RecordedTurn {
  readonly lines: readonly string[];
  readonly exit: ProcessExit;
  readonly result: TurnResult;
}

const GOOD_EXIT: ProcessExit = { exitCode: 0, signal: null, stderr: '' };

/** Runs a turn of a process driver and records what its parser gets. */
export async function recordTurn(run: RunTurn, driver: ProcessDriver): Promise<RecordedTurn> {
  const lines: string[] = [];
  let exit = GOOD_EXIT;
  // Inherits from the driver: a copy would lose what a class has on its prototype.
  const recording: ProcessDriver = Object.assign(Object.create(driver) as ProcessDriver, {
    command: (input: TurnInput, place: Place) => driver.command(input, place),
    createParser: (input: TurnInput): TurnParser => {
      const parser = driver.createParser(input);
      const json = (value: Readonly<Record<string, unknown>>): AgentEvent[] => {
        lines.push(JSON.stringify(value));
        return parser.json!(value);
      };
      return {
        // A parser without `json` gets JSON lines as text, so the recording one must have none either.
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
  const { result } = await runToEnd(run, recording);
  return { lines, exit, result };
}

/**
 * Returns a turn of the scenario `text`. Fails if it did not complete: whatever a check would say about its lines then,
 * the reason is the turn, for example a program that cannot be started.
 */
export function expectAnswered(turn: RecordedTurn): RecordedTurn {
  checkResult(turn.result);
  const { status, error } = turn.result;
  if (status === 'completed') return turn;
  fail(
    `The turn of the scenario text is ${status} instead of completed: ${quoteMessage(error?.message)}`,
    'Make this turn complete first: the parser is checked with its lines',
  );
}

/** Gives lines to a parser as a runner does, and returns its events. Fails the check if the parser throws. */
export function playLines(parser: TurnParser, lines: Iterable<string>): AgentEvent[] {
  const events: AgentEvent[] = [];
  for (const line of lines) {
    const read = unlessItThrows(
      `The parser, given ${JSON.stringify(line.slice(0, 80))},`,
      'Never throw, whatever the line: pass it on as a raw event',
      () => readLine(parser, line),
    );
    events.push(...expectEvents(read.events, read.method, read.method === 'json' ? line : JSON.stringify(line)));
  }
  return events;
}

function readLine(parser: TurnParser, line: string): { readonly method: 'json' | 'text'; readonly events: unknown } {
  const value = parser.json === undefined ? undefined : parseObject(line);
  return value === undefined
    ? { method: 'text', events: parser.text(line) }
    : { method: 'json', events: parser.json!(value) };
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

/** The result that a parser returns at the end. */
export function finish(parser: TurnParser, exit: Partial<ProcessExit> = {}): TurnResult {
  return unlessItThrows('finish()', 'Return a result, whatever the parser has read', () =>
    parser.finish({ ...GOOD_EXIT, ...exit }),
  );
}

/** A parser for a turn with `USUAL_INPUT`. */
export function newParser(driver: ProcessDriver): TurnParser {
  return unlessItThrows('createParser()', 'Accept every TurnInput', () => driver.createParser(USUAL_INPUT));
}
