import { isDeepStrictEqual } from 'node:util';
import type { AgentEvent, ProcessDriver, ProcessExit, TurnResult } from '@ctx/contract';
import { fail, quote } from '../problem.ts';
import { checkEvent, checkResult } from './event-checks.ts';
import { HOSTILE_LINES, mutationsOf } from './hostile-lines.ts';
import { finish, newParser, playLines, type RecordedTurn } from './recorded-turn.ts';

const EXITS: readonly Partial<ProcessExit>[] = [
  { exitCode: 0 },
  { exitCode: 1 },
  { exitCode: 143 },
  { exitCode: null, signal: 'SIGTERM' },
];

/** A parser reads text and gives a result; where its lines are JSON, it reads objects too. */
export function checkParserShape(driver: ProcessDriver): void {
  const parser = newParser(driver);
  for (const name of ['text', 'finish', 'json'] as const) {
    if (typeof parser[name] === 'function' || (name === 'json' && parser[name] === undefined)) continue;
    fail(
      `The parser has the ${name} ${quote(parser[name])}`,
      'Have text(line) and finish(exit), and json(value) unless the output is not JSON',
    );
  }
}

/** No line makes a parser throw, and what comes out is well formed whatever went in. */
export function checkAnyLine(driver: ProcessDriver, { lines }: RecordedTurn): void {
  for (const before of [[], lines.slice(0, 1), lines.slice(0, -1), lines]) {
    const parser = newParser(driver);
    playLines(parser, before);
    expectWellFormed(playLines(parser, HOSTILE_LINES), finish(parser));
  }
  for (const [at, line] of lines.entries()) {
    for (const mutation of mutationsOf(line)) {
      const parser = newParser(driver);
      playLines(parser, lines.slice(0, at));
      expectWellFormed(playLines(parser, [mutation]), finish(parser));
    }
  }
}

function expectWellFormed(events: readonly AgentEvent[], result: TurnResult): void {
  for (const event of events) {
    if (event.type === 'turn-end')
      fail('A parser gave a turn-end event', 'Return the result from finish(); the runner makes the event of it');
    checkEvent(event);
  }
  checkResult(result);
  expectOwnStatus(result);
}

function expectOwnStatus({ status }: TurnResult): void {
  if (status !== 'completed' && status !== 'failed') {
    fail(
      `A parser says that the turn was ${status}`,
      'Say completed or failed; the runner knows when it ended a turn itself',
    );
  }
}

/** What a parser does not know is kept, and changes nothing else. */
export function checkUnknownKept(driver: ProcessDriver, { lines, exit }: RecordedTurn): void {
  const plain = newParser(driver);
  playLines(plain, lines);
  const expected = finish(plain, exit);
  for (const unknown of [
    '{"type":"unknown-7f","value":"kept-7f"}',
    '{"event-7f":{"value":"kept-7f"}}',
    'noise kept-7f',
  ]) {
    const parser = newParser(driver);
    const events = [...playLines(parser, lines.slice(0, 1)), ...playLines(parser, [unknown])];
    const kept = events.find((event) => JSON.stringify(event).includes('kept-7f'));
    if (kept === undefined)
      fail(`The unknown line ${quote(unknown)} is gone`, 'Keep what you do not know as { type: "raw", data }');
    // A program whose output is its answer has no unknown lines.
    if (kept.type === 'text' || kept.type === 'text-delta') continue;
    if (kept.type !== 'raw')
      fail(
        `The unknown line ${quote(unknown)} came out as ${kept.type}`,
        'Keep what you do not know as { type: "raw", data }',
      );
    playLines(parser, lines.slice(1));
    const result = finish(parser, exit);
    if (result.status !== expected.status || result.text !== expected.text) {
      fail(
        `The unknown line ${quote(unknown)} changed the outcome from ${expected.status} to ${result.status}`,
        'Go by the types you know',
      );
    }
  }
}

/** Two parsers share nothing, also when their lines come in turns. */
export function checkParsersIsolated(driver: ProcessDriver, turns: readonly RecordedTurn[]): void {
  const alone = turns.map(({ lines, exit }) => {
    const parser = newParser(driver);
    return { events: playLines(parser, lines), result: finish(parser, exit) };
  });
  const parsers = turns.map(() => newParser(driver));
  const events: AgentEvent[][] = turns.map(() => []);
  const longest = Math.max(...turns.map(({ lines }) => lines.length));
  for (let at = 0; at < longest; at++) {
    for (const [index, { lines }] of turns.entries()) {
      if (at < lines.length) events[index]!.push(...playLines(parsers[index]!, [lines[at]!]));
    }
  }
  for (const [index, { exit }] of turns.entries()) {
    const result = finish(parsers[index]!, exit);
    if (!isDeepStrictEqual({ events: events[index], result }, alone[index])) {
      fail(
        'A parser gives other events when another one reads at the same time',
        'Keep all state of a turn in the object createParser() returns',
      );
    }
  }
}

/** Without the event that ends a turn it has failed, and with it the exit code does not matter. */
export function checkEndEventDecides(driver: ProcessDriver, { lines }: RecordedTurn): void {
  const outcomes = lines.map((_, at) => statusesAfter(driver, lines.slice(0, at)));
  const whole = statusesAfter(driver, lines);
  if (whole.some((status) => status !== 'completed')) {
    fail(
      `A turn whose end event was read comes out ${whole.join(', ')} for the exits ${EXITS.map((exit) => exit.exitCode ?? exit.signal).join(', ')}`,
      'The end event decides, even against the exit code',
    );
  }
  for (const [count, statuses] of [...outcomes.entries()].reverse()) {
    if (statuses.every((status) => status === 'completed')) continue;
    if (statuses.some((status) => status !== 'failed')) {
      fail(
        `A stream cut after ${count} of ${lines.length} lines comes out ${statuses.join(', ')}`,
        'Without an end event the turn has failed, whatever the exit code: exit 0 is not success',
      );
    }
  }
  if (outcomes[0]?.some((status) => status !== 'failed')) {
    fail(
      'A process that wrote nothing is called completed',
      'Without an end event the turn has failed, whatever the exit code',
    );
  }
}

function statusesAfter(driver: ProcessDriver, lines: readonly string[]): string[] {
  return EXITS.map((exit) => {
    const parser = newParser(driver);
    playLines(parser, lines);
    return finish(parser, exit).status;
  });
}

/** A turn that failed stays failed when the process leaves with exit code 0. */
export function checkFailureAgainstExit(driver: ProcessDriver, { lines }: RecordedTurn): void {
  for (const status of statusesAfter(driver, lines)) {
    if (status !== 'failed')
      fail(
        `A turn that failed comes out ${status} for another exit code`,
        'Exit 0 is not success: the end event decides',
      );
  }
}
