import type { AssemblerInput } from '@ctx/contract';
import { deepFreeze } from '../deep-freeze.ts';
import { sampleInput } from './sample-input.ts';

/** A place in the input that holds a text or name from outside. */
export interface Place {
  readonly name:
    | 'content'
    | 'deeds'
    | 'currentMessage'
    | 'teamTask'
    | 'current.deeds'
    | 'from'
    | 'to'
    | 'current.from'
    | 'current.to';
  readonly put: (input: AssemblerInput, text: string) => AssemblerInput;
}

/** The places for texts. */
export const TEXT_PLACES: readonly Place[] = [
  { name: 'content', put: (input, content) => withMessage(input, { content }) },
  { name: 'currentMessage', put: (input, currentMessage) => ({ ...input, currentMessage }) },
  { name: 'teamTask', put: (input, teamTask) => ({ ...input, teamTask }) },
  { name: 'deeds', put: (input, deeds) => withMessage(input, { deeds }) },
  { name: 'current.deeds', put: (input, deeds) => withCurrent(input, { deeds }) },
];

/** The places for names. */
export const NAME_PLACES: readonly Place[] = [
  { name: 'from', put: (input, from) => withMessage(input, { from }) },
  { name: 'to', put: (input, to) => withMessage(input, { to }) },
  { name: 'current.from', put: (input, from) => withCurrent(input, { from }) },
  { name: 'current.to', put: (input, to) => withCurrent(input, { to }) },
];

/** An input with `current`, so that its prompt is guarded, and with the given text in one place. */
export function guardedInput({ put }: Place, text: string, instructions: boolean): AssemblerInput {
  const without = instructions ? [] : (['systemInstruction', 'instructionFileText'] as const);
  return deepFreeze(put(sampleInput({ guarded: true, deeds: true, without }), text));
}

/** Index of the changed message. There are messages before and after it, which its text might affect. */
const CHANGED = 1;

function withMessage(input: AssemblerInput, change: object): AssemblerInput {
  const contextMessages = input.contextMessages.map((message, at) =>
    at === CHANGED ? { ...message, ...change } : message,
  );
  return { ...input, contextMessages };
}

function withCurrent(input: AssemblerInput, change: object): AssemblerInput {
  return { ...input, current: { ...input.current!, ...change } };
}
