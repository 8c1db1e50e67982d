import type { IContextAssembler } from '@ctx/contract';
import { fail, quote } from '../problem.ts';
import { isSkipped } from './declared.ts';
import { piecesOf } from './frame-text.ts';
import { guardedInput, NAME_PLACES, type Place, TEXT_PLACES } from './guard-inputs.ts';
import { hostileNames, hostileTexts } from './hostile-texts.ts';
import { indented, type Line, linesOf, nameOfLineEnd, onOneLine } from './line-ends.ts';
import { SENTINELS, sampleInput } from './sample-input.ts';
import { createAssembler, render } from './subject.ts';

const ADVICE =
  'Write two spaces after every line end inside a text (LF, CR LF, CR, VT, FF, FS, GS, RS, NEL, U+2028, U+2029), and before each line of the task';

/**
 * Checks that only the format writes in the first column: a hostile text puts no more lines there than its first line
 * alone would, and is printed whole. This works without knowing the format.
 */
export function checkColumnGuard(create: () => IContextAssembler): void {
  const own = piecesOf(promptOf(create, TEXT_PLACES[0]!, 'first7f'));
  const hasNoTask = isSkipped(createAssembler(create), 'task');
  for (const place of TEXT_PLACES) {
    if (place.name === 'teamTask' && hasNoTask) continue;
    for (const text of hostileTexts(own)) checkPlace(create, place, text);
  }
  for (const place of NAME_PLACES) {
    for (const name of hostileNames()) checkPlace(create, place, name);
  }
  const { prompt } = render(createAssembler(create), sampleInput({ guarded: true }), 'a guarded prompt');
  if (firstColumn(prompt).some(({ text }) => text.startsWith(SENTINELS.task))) {
    fail('The team task starts in the first column', ADVICE);
  }
}

function checkPlace(create: () => IContextAssembler, place: Place, text: string): void {
  const said = place.name === 'currentMessage' ? text.trim() : text;
  const prompt = promptOf(create, place, text);
  const expected = firstColumn(promptOf(create, place, harmless(place, said)));
  const found = firstColumn(prompt);
  const at = found.findIndex((line, index) => line.text !== expected[index]?.text);
  if (at !== -1 && NAME_PLACES.includes(place)) {
    fail(
      `${place.name} ${quote(text)} is printed with its ${nameOfLineEnd(found[at + 1]?.after ?? '')}, so the text after it starts in the first column`,
      'Write a space for each character of a line end in a name',
    );
  }
  if (at !== -1) {
    fail(
      `With ${place.name} ${quote(text)}, the line ${quote(found[at]!.text)} starts in the first column, after ${nameOfLineEnd(found[at]!.after)}`,
      ADVICE,
    );
  }
  if (found.length < expected.length || !writings(place, said).some((written) => prompt.includes(written))) {
    fail(`${place.name} ${quote(text)} is not printed whole in a guarded prompt`, `${ADVICE}; change nothing else`);
  }
}

/** A harmless text with the same first line: it must leave the same lines in the first column. */
function harmless({ name }: Place, text: string): string {
  if (name === 'teamTask') return SENTINELS.task;
  if (/from|to$/.test(name)) return onOneLine(text);
  return linesOf(text)[0]!.text;
}

/** The forms in which a guarded prompt may hold the text. Deeds may also be joined into one line. */
function writings({ name }: Place, text: string): string[] {
  if (/from|to$/.test(name)) return name.endsWith('to') ? [onOneLine(text), ''] : [onOneLine(text)];
  if (name === 'teamTask') return [`  ${indented(text.trim())}`];
  return name.endsWith('deeds') ? [indented(text), onOneLine(text)] : [indented(text)];
}

function promptOf(create: () => IContextAssembler, place: Place, text: string): string {
  return render(createAssembler(create), guardedInput(place, text, true), `hostile ${place.name}`).prompt;
}

/** The lines that are not indented, each with the line end before it. */
function firstColumn(prompt: string): { readonly text: string; readonly after: string }[] {
  const lines = linesOf(prompt);
  const after = (index: number) => (lines[index - 1] as Line | undefined)?.end ?? '';
  return lines.map(({ text }, index) => ({ text, after: after(index) })).filter(({ text }) => !text.startsWith('  '));
}
