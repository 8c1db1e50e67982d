import type { IContextAssembler } from '@ctx/contract';
import { sampleInput } from './sample-input.ts';
import { render } from './subject.ts';

/** The lines of a text, and the tags of a line, each for itself; blank ones are left out. */
export function piecesOf(text: string): string[] {
  return text
    .split(/\n|\0|(?<=>)(?=<)/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}

/** What every prompt of the assembler ends with, whatever is in it. */
export function constantEnd(assembler: IContextAssembler): string {
  const prompts = (['message', 'task', 'context'] as const)
    .map((part) => render(assembler, only(part), `only the ${part}`).prompt)
    .filter((prompt) => prompt !== '');
  return prompts.reduce(commonEnd);
}

function only(part: 'message' | 'task' | 'context') {
  const without = (['message', 'task', 'context', 'systemInstruction', 'instructionFileText'] as const).filter(
    (name) => name !== part,
  );
  return sampleInput({ without });
}

function commonEnd(one: string, other: string): string {
  let length = 0;
  while (length < Math.min(one.length, other.length) && one.at(-1 - length) === other.at(-1 - length)) length++;
  return one.slice(one.length - length);
}
