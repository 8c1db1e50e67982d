import type { IContextAssembler } from '@ctx/contract';
import { fail, quote } from '../problem.ts';
import { piecesOf } from './frame-text.ts';
import { SENTINELS, sampleInput, type TextPart } from './sample-input.ts';
import { createAssembler, render } from './subject.ts';

type Section = 'instructions' | 'task' | 'context' | 'message';

const PARTS: Readonly<Record<Section, readonly (TextPart | 'context')[]>> = {
  instructions: ['systemInstruction', 'instructionFileText'],
  task: ['task'],
  context: ['context'],
  message: ['message'],
};

/** The range of a section's texts in a prompt. */
interface Span {
  readonly section: Section;
  readonly from: number;
  readonly to: number;
}

/**
 * A heading is left out with its section. A line between two sections is the footer of the first or the heading of the
 * second, so it must disappear with one of them. The check fails if it stays whichever section is missing. Lines that
 * occur more than once are not checked.
 */
export function checkNoHeadingLeftOver(create: () => IContextAssembler): void {
  const assembler = createAssembler(create);
  const without = (section: Section) =>
    piecesOf(render(assembler, sampleInput({ without: PARTS[section] }), `no ${section}`).prompt);
  const full = render(assembler, sampleInput(), 'a usual input').prompt;
  const pieces = piecesOf(full);
  const spans = spansOf(full);
  for (const [at, { section, from }] of spans.entries()) {
    const before = spans[at - 1];
    if (before === undefined) continue;
    const [withoutThis, withoutBefore] = [without(section), without(before.section)];
    const leftover = piecesOf(full.slice(before.to, from)).find(
      (piece) =>
        pieces.filter((one) => one === piece).length === 1 &&
        withoutThis.includes(piece) &&
        withoutBefore.includes(piece),
    );
    if (leftover !== undefined) {
      fail(
        `The heading ${quote(leftover)} is printed although there is no ${section}`,
        `Leave out the ${section} with its heading and footer; put a line that belongs to no section first or last`,
      );
    }
  }
}

function spansOf(prompt: string): Span[] {
  const { contextMessages } = sampleInput();
  const texts: Readonly<Record<Section, readonly string[]>> = {
    instructions: [SENTINELS.systemInstruction, SENTINELS.instructionFileText],
    task: [SENTINELS.task],
    context: contextMessages.flatMap(({ from, to = '', content }) => [from, to, content]),
    message: [SENTINELS.message],
  };
  return (Object.keys(texts) as Section[])
    .flatMap((section): Span[] => {
      const found = texts[section].filter((text) => prompt.includes(text));
      if (found.length === 0) return [];
      const from = Math.min(...found.map((text) => prompt.indexOf(text)));
      const to = Math.max(...found.map((text) => prompt.lastIndexOf(text) + text.length));
      return [{ section, from, to }];
    })
    .sort((one, other) => one.from - other.from);
}
