import type { AssemblerInput, IContextAssembler } from '@ctx/contract';
import { describeError, fail, quote } from '../problem.ts';
import { piecesOf } from './frame-text.ts';
import { guardedInput, NAME_PLACES, type Place, TEXT_PLACES } from './guard-inputs.ts';
import { hostileNames, hostileTexts } from './hostile-texts.ts';
import { onOneLine } from './line-ends.ts';
import type { ReadMessage, ReadPrompt } from './prompt-reader.ts';
import { createAssembler, render } from './subject.ts';
import { type Sweep, whereOf } from './sweep.ts';

const HARMLESS = 'harmless7f';
const ADVICE = 'Guard every text and name that is not of the format: nobody’s words may pass for another’s';

/** What is read from a prompt is who said what, and no content or name, however hostile, changes that. */
export function checkReading(create: () => IContextAssembler, readPrompt: ReadPrompt): void {
  const own = piecesOf(promptOf(create, guardedInput(TEXT_PLACES[0]!, HARMLESS, false)));
  for (const place of [...TEXT_PLACES, ...NAME_PLACES]) {
    const input = guardedInput(place, HARMLESS, false);
    const known = read(readPrompt, promptOf(create, input), 'a harmless prompt');
    checkRead(known, truthOf(input), 'a harmless prompt');
    for (const text of TEXT_PLACES.includes(place) ? hostileTexts(own) : hostileNames()) {
      const where = `${place.name} ${quote(text)}`;
      const found = read(readPrompt, promptOf(create, guardedInput(place, text, false)), where);
      const replaced = place.name === 'currentMessage' ? text.trim() : text;
      compare(
        found,
        known.map((message) => replaceHarmless(message, replaced)),
        where,
        place,
      );
    }
  }
}

/** Under a budget as well: what is read was said by whom it is read, and only the end of the message may be missing. */
export function checkReadingUnderBudget(sweep: Sweep, readPrompt: ReadPrompt): void {
  const truth = truthOf(sweep.input);
  for (const step of sweep.steps) {
    if (step.outcome.kind !== 'output') continue;
    const where = whereOf(sweep, step);
    for (const { from, content } of read(readPrompt, step.outcome.output.prompt, where)) {
      const isCut = from === sweep.input.current?.from && sweep.input.currentMessage.trim().startsWith(content);
      if (!isCut && !truth.some((one) => one.from === from && one.content === content)) {
        fail(`${quote(from)} is read to have said ${quote(content)} ${where}, and has not`, ADVICE);
      }
    }
  }
}

function promptOf(create: () => IContextAssembler, input: AssemblerInput): string {
  return render(createAssembler(create), input, 'a guarded prompt').prompt;
}

function read(readPrompt: ReadPrompt, prompt: string, where: string): ReadMessage[] {
  try {
    return readPrompt(prompt);
  } catch (error) {
    fail(`readPrompt threw ${describeError(error)} (${where})`, ADVICE);
  }
}

/** Who really says what in the prompt of an input. */
function truthOf({ contextMessages, current, currentMessage }: AssemblerInput): ReadMessage[] {
  const deedsOf = (deeds: string | undefined): ReadMessage[] => (deeds ? [{ from: 'ctx', content: deeds }] : []);
  return [
    ...contextMessages.flatMap(({ from, to = 'all', content, deeds }) => [{ from, to, content }, ...deedsOf(deeds)]),
    ...deedsOf(current?.deeds),
    ...(current ? [{ from: current.from, to: current.to ?? 'all', content: currentMessage.trim() }] : []),
  ];
}

function checkRead(found: readonly ReadMessage[], truth: readonly ReadMessage[], where: string): void {
  for (const { from, to, content } of truth) {
    const message = found.find((one) => one.from === from && one.content === content);
    if (message === undefined) {
      fail(`${quote(from)} says ${quote(content)} in ${where}, and readPrompt does not give it`, READER_ADVICE);
    }
    if (to !== undefined && message.to !== undefined && message.to !== to) {
      fail(
        `${quote(content)} is said to ${quote(to)} in ${where}, and readPrompt gives ${quote(message.to)}`,
        READER_ADVICE,
      );
    }
  }
  if (found.length !== truth.length) {
    fail(`readPrompt gives ${found.length} messages of ${where} that has ${truth.length}`, READER_ADVICE);
  }
}

const READER_ADVICE =
  'It takes a prompt and gives { from, to?, content } of each message, the current one and deeds (from "ctx") included';

function replaceHarmless(message: ReadMessage, text: string): ReadMessage {
  const { from, to, content } = message;
  const put = (known: string) => (known === HARMLESS ? text : known);
  return { from: put(from), to: to === undefined ? undefined : put(to), content: put(content) };
}

function compare(found: readonly ReadMessage[], expected: readonly ReadMessage[], where: string, place: Place): void {
  // Deeds are one line, and names have no line ends: both may be made so.
  const inOneLine = (text: string | undefined) => (text === undefined ? undefined : onOneLine(text));
  const same = place.name.endsWith('deeds') ? inOneLine : (text: string) => text;
  for (const [at, wanted] of expected.entries()) {
    const message = found[at];
    if (message === undefined) break;
    if (inOneLine(message.from) !== inOneLine(wanted.from) || inOneLine(message.to) !== inOneLine(wanted.to)) {
      fail(
        `With ${where}, message ${at} is read as said by ${quote(message.from)} to ${quote(message.to)}, and was said by ${quote(wanted.from)} to ${quote(wanted.to)}`,
        ADVICE,
      );
    }
    if (same(message.content) !== same(wanted.content)) {
      fail(
        `With ${where}, message ${at} is read as ${quote(message.content)}`,
        `${ADVICE}, and every text can be read back`,
      );
    }
  }
  if (found.length !== expected.length) {
    fail(`With ${where}, ${found.length} messages are read where there are ${expected.length}`, ADVICE);
  }
}
