import type { AssemblerInput, PromptContextMessage } from '@ctx/contract';
import { deepFreeze } from '../deep-freeze.ts';
import { UNLIMITED } from './subject.ts';

/** Texts no format prints by itself, so that finding one in a prompt proves that this very part is there. */
export const SENTINELS = {
  message: 'theMessage7f',
  task: 'theTask7f',
  systemInstruction: 'systemText7f',
  instructionFileText: 'fileText7f',
} as const;

/** The parts of an input besides its context. */
export type TextPart = keyof typeof SENTINELS;

/** How to make a sample differ from the usual one. */
export interface SampleOptions {
  /** Context messages; 4 unless told. */
  readonly messages?: number | undefined;
  /** Put around the sentinels: `é`, `漢`, `🙂`. */
  readonly filler?: string | undefined;
  /** Where the filler goes; everywhere unless told. */
  readonly fillerIn?: 'context' | 'message' | 'task' | 'instructions' | undefined;
  /** With `current`, so that the prompt is guarded. */
  readonly guarded?: boolean | undefined;
  /** With deeds of every message, of the current one too where the prompt is guarded. */
  readonly deeds?: boolean | undefined;
  /** Parts left empty. */
  readonly without?: readonly (TextPart | 'context')[] | undefined;
}

/** What message `index` says, filler aside. */
export function saidBy(index: number): string {
  return `said${index}x7f`;
}

/** Who says message `index`, filler aside. */
export function speakerOf(index: number): string {
  return `speaker${index}x7f`;
}

/** What was done during message `index`. */
export function didBy(index: number): string {
  return `did${index}x7f`;
}

/** Who says the current message of a guarded prompt, to whom, and what was done meanwhile. */
export const CURRENT = { from: 'asker7f', to: 'asked7f', deeds: 'doneNow7f' } as const;

/** A deeply frozen input with a sentinel in each of its parts and no budget to speak of. */
export function sampleInput(options: SampleOptions = {}): AssemblerInput {
  const { messages = 4, filler = '', fillerIn, guarded = false, deeds = false, without = [] } = options;
  const dress = (place: SampleOptions['fillerIn'], text: string) =>
    fillerIn === undefined || fillerIn === place
      ? `${filler}${text}${filler.repeat(place === 'message' ? 3 : 1)}`
      : text;
  const part = (name: TextPart, place: SampleOptions['fillerIn']) =>
    without.includes(name) ? undefined : dress(place, SENTINELS[name]);
  const contextMessages: PromptContextMessage[] = Array.from({ length: messages }, (_, index) => ({
    from: dress('context', speakerOf(index)),
    to: dress('context', `to${index}x7f`),
    content: dress('context', saidBy(index)),
    ...(deeds ? { deeds: dress('context', didBy(index)) } : {}),
  }));
  const current = { ...CURRENT, deeds: deeds ? CURRENT.deeds : undefined };
  return deepFreeze({
    contextMessages: without.includes('context') ? [] : contextMessages,
    currentMessage: part('message', 'message') ?? '',
    teamTask: part('task', 'task') ?? null,
    systemInstruction: part('systemInstruction', 'instructions'),
    instructionFileText: part('instructionFileText', 'instructions'),
    maxBytes: UNLIMITED,
    ...(guarded ? { current } : {}),
  });
}
