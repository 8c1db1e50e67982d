import type { AssemblerInput, IContextAssembler } from '@ctx/contract';
import { fail, quote, unlessItThrows } from '../problem.ts';
import { piecesOf } from './frame-text.ts';
import { guardedInput, NAME_PLACES, type Place, TEXT_PLACES } from './guard-inputs.ts';
import { hostileNames, hostileTexts } from './hostile-texts.ts';
import { onOneLine } from './line-ends.ts';
import type { ReadMessage, ReadPrompt } from './prompt-reader.ts';
import { createAssembler, render } from './subject.ts';
import { type Sweep, whereOf } from './sweep.ts';

const HARMLESS = 'harmless7f';
const HARMLESS_ADVICE = 'Fix readPrompt: it must read every prompt of your format';
const ADVICE = 'Escape or indent every text and name, so that nobody can imitate another speaker or the format';

/** Reading a prompt back gives who said what, and no hostile content or name changes that. */
export function checkReading(create: () => IContextAssembler, readPrompt: ReadPrompt): void {
  const own = piecesOf(promptOf(create, guardedInput(TEXT_PLACES[0]!, HARMLESS, false)));
  for (const place of [...TEXT_PLACES, ...NAME_PLACES]) {
    const input = guardedInput(place, HARMLESS, false);
    const known = read(readPrompt, promptOf(create, input), 'a harmless prompt', HARMLESS_ADVICE);
    checkRead(known, truthOf(input), 'A harmless prompt');
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

/** Under every budget, each message that is read back is in the input. Only the end of the current one may be missing. */
export function checkReadingUnderBudget(sweep: Sweep, readPrompt: ReadPrompt): void {
  const truth = truthOf(sweep.input);
  for (const step of sweep.steps) {
    if (step.outcome.kind !== 'output') continue;
    const where = whereOf(sweep, step);
    for (const { from, content } of read(readPrompt, step.outcome.output.prompt, where)) {
      const isCut = from === sweep.input.current?.from && sweep.input.currentMessage.trim().startsWith(content);
      if (!isCut && !truth.some((one) => one.from === from && one.content === content)) {
        fail(`readPrompt returns ${quote(content)} from ${quote(from)} ${where}, which is not in the input`, ADVICE);
      }
    }
  }
}

function promptOf(create: () => IContextAssembler, input: AssemblerInput): string {
  return render(createAssembler(create), input, 'a guarded prompt').prompt;
}

function read(readPrompt: ReadPrompt, prompt: string, where: string, advice = ADVICE): ReadMessage[] {
  return unlessItThrows('readPrompt', advice, () => readPrompt(prompt), where);
}

/** The messages that the prompt of an input should hold. */
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
      fail(`${where} has ${quote(content)} from ${quote(from)}, but readPrompt does not return it`, READER_ADVICE);
    }
    if (to !== undefined && message.to !== undefined && message.to !== to) {
      fail(
        `${where} has ${quote(content)} to ${quote(to)}, but readPrompt returns it to ${quote(message.to)}`,
        READER_ADVICE,
      );
    }
  }
  if (found.length !== truth.length) {
    fail(`${where} has ${truth.length} messages, but readPrompt returns ${found.length}`, READER_ADVICE);
  }
}

const READER_ADVICE =
  'Return { from, to?, content } for each message of the prompt, including deeds (from "ctx") and the current message';

function replaceHarmless(message: ReadMessage, text: string): ReadMessage {
  const { from, to, content } = message;
  const put = (known: string) => (known === HARMLESS ? text : known);
  return { from: put(from), to: to === undefined ? undefined : put(to), content: put(content) };
}

function compare(found: readonly ReadMessage[], expected: readonly ReadMessage[], where: string, place: Place): void {
  // An assembler may join deeds and names into one line.
  const inOneLine = (text: string | undefined) => (text === undefined ? undefined : onOneLine(text));
  const same = place.name.endsWith('deeds') ? inOneLine : (text: string) => text;
  for (const [at, wanted] of expected.entries()) {
    const message = found[at];
    if (message === undefined) break;
    if (inOneLine(message.from) !== inOneLine(wanted.from) || inOneLine(message.to) !== inOneLine(wanted.to)) {
      fail(
        `With ${where}, message ${at} is read as from ${quote(message.from)} to ${quote(message.to)}, but it is from ${quote(wanted.from)} to ${quote(wanted.to)}`,
        ADVICE,
      );
    }
    if (same(message.content) !== same(wanted.content)) {
      fail(
        `With ${where}, message ${at} is read as ${quote(message.content)} instead of ${quote(wanted.content)}`,
        'Escape or indent every text so that it can be read back unchanged',
      );
    }
  }
  if (found.length !== expected.length) {
    fail(`With ${where}, ${found.length} messages are read instead of ${expected.length}`, ADVICE);
  }
}
