import { isDeepStrictEqual } from 'node:util';
import type { AgentEvent, ProcessDriver, ProcessExit, TurnParser, TurnResult } from '@ctx/contract';
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

/** A parser has `text` and `finish` and, if the output is JSON, also `json`. */
export function checkParserForm(driver: ProcessDriver): void {
  const parser: TurnParser | undefined = newParser(driver);
  if (typeof parser !== 'object' || parser === null) {
    fail(`createParser() returned ${quote(parser)}`, 'Return { text(line), finish(exit), json?(value) }');
  }
  for (const name of ['text', 'finish', 'json'] as const) {
    if (typeof parser[name] === 'function' || (name === 'json' && parser[name] === undefined)) continue;
    fail(
      `The parser’s ${name} is ${quote(parser[name])} instead of a function`,
      'Give it text(line) and finish(exit) and, if the output is JSON, json(value)',
    );
  }
}

/** A parser never throws, whatever the line, and its events and its result are always well formed. */
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
    if (event.type === 'turn-end') {
      fail('A parser returned a turn-end event', 'Return the result from finish(); the runner makes the event from it');
    }
    checkEvent(event);
  }
  checkResult(result);
  expectOwnStatus(result);
}

function expectOwnStatus({ status }: TurnResult): void {
  if (status !== 'completed' && status !== 'failed') {
    fail(
      `A parser returned the status ${status}`,
      'Return completed or failed; the runner sets cancelled and timed-out itself',
    );
  }
}

/** A parser passes on lines it does not know, and they do not change the result. */
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
    if (kept === undefined) {
      fail(
        `The unknown line ${quote(unknown)} is in no event`,
        'Pass on what you do not know as { type: "raw", data }',
      );
    }
    // If the whole output is the answer, there are no unknown lines.
    if (kept.type === 'text' || kept.type === 'text-delta') continue;
    if (kept.type !== 'raw') {
      fail(
        `The unknown line ${quote(unknown)} became a ${kept.type} event instead of a raw event`,
        'Pass on what you do not know as { type: "raw", data }',
      );
    }
    playLines(parser, lines.slice(1));
    const result = finish(parser, exit);
    if (result.status !== expected.status || result.text !== expected.text) {
      fail(
        `The unknown line ${quote(unknown)} changed the result from ${expected.status} to ${result.status}`,
        'Take the result only from the events you know',
      );
    }
  }
}

/** Parsers share nothing, even if they read their lines alternately. */
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
        'A parser returns other events if another parser reads at the same time',
        'Keep all state of a turn in the object that createParser() returns',
      );
    }
  }
}

/** A turn without its end event has failed. With it, the exit code does not matter. */
export function checkEndEventDecides(driver: ProcessDriver, { lines }: RecordedTurn): void {
  const outcomes = lines.map((_, at) => statusesAfter(driver, lines.slice(0, at)));
  const whole = statusesAfter(driver, lines);
  if (whole.some((status) => status !== 'completed')) {
    fail(
      `A turn with a good end event is ${whole.join(', ')} for the exits ${EXITS.map((exit) => exit.exitCode ?? exit.signal).join(', ')}`,
      'Let the end event decide, even against the exit code: the turn is completed',
    );
  }
  for (const [count, statuses] of [...outcomes.entries()].reverse()) {
    if (statuses.every((status) => status === 'completed')) continue;
    if (statuses.some((status) => status !== 'failed')) {
      fail(
        `A turn whose stream was cut after ${count} of ${lines.length} lines is ${statuses.join(', ')}`,
        'Return failed without an end event, whatever the exit code: exit code 0 is not success',
      );
    }
  }
  if (outcomes[0]?.some((status) => status !== 'failed')) {
    fail(
      'A turn whose process wrote nothing is completed',
      'Return failed without an end event, whatever the exit code',
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

/** A failed turn stays failed if the process ends with exit code 0. */
export function checkFailureAgainstExit(driver: ProcessDriver, { lines }: RecordedTurn): void {
  for (const status of statusesAfter(driver, lines)) {
    if (status !== 'failed') {
      fail(`A failed turn is ${status} for another exit code`, 'Let the end event decide: exit code 0 is not success');
    }
  }
}
