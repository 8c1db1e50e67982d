import type { AssemblerInput, IContextAssembler } from '@ctx/contract';
import { render, UNLIMITED } from './subject.ts';

/** The non-blank lines of a text. A line of several tags is split between them. */
export function piecesOf(text: string): string[] {
  return text
    .split(/\n|\0|(?<=>)(?=<)/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}

/** The text at the end of every prompt of the assembler, whatever its parts. */
export function constantEnd(assembler: IContextAssembler): string {
  const nothing = { contextMessages: [], currentMessage: '', teamTask: null, maxBytes: UNLIMITED };
  const inputs: readonly AssemblerInput[] = [
    { ...nothing, currentMessage: 'one' },
    { ...nothing, teamTask: 'two' },
    { ...nothing, contextMessages: [{ from: 'three', to: 'all', content: 'four' }] },
  ];
  return inputs
    .map((input) => render(assembler, input, 'only one part').prompt)
    .filter((prompt) => prompt !== '')
    .reduce(commonEnd);
}

function commonEnd(one: string, other: string): string {
  let length = 0;
  while (length < Math.min(one.length, other.length) && one.at(-1 - length) === other.at(-1 - length)) length++;
  return one.slice(one.length - length);
}
