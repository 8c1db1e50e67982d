import type { AssemblerInput, PromptContextMessage } from '@ctx/contract';
import { deepFreeze } from '../deep-freeze.ts';
import { UNLIMITED } from './subject.ts';

/** Texts that no format prints by itself. If one is in a prompt, so is that part. */
export const SENTINELS = {
  message: 'theMessage7f',
  task: 'theTask7f',
  systemInstruction: 'systemText7f',
  instructionFileText: 'fileText7f',
} as const;

/** The parts of an input besides its context. */
export type TextPart = keyof typeof SENTINELS;

/** Options of `sampleInput`. */
export interface SampleOptions {
  /** Number of context messages. Default 4. */
  readonly messages?: number | undefined;
  /** Text around the sentinels, such as `é`, `漢` or `🙂`. Default none. */
  readonly filler?: string | undefined;
  /** The only part that gets the filler. Default: all parts. */
  readonly fillerIn?: 'context' | 'message' | 'task' | 'instructions' | undefined;
  /** Add `current`, so that the prompt is guarded. */
  readonly guarded?: boolean | undefined;
  /** Add deeds to every context message and, if the prompt is guarded, to the current one. */
  readonly deeds?: boolean | undefined;
  /** How many of the newest context messages came after the current one. */
  readonly newer?: number | undefined;
  /** Parts to leave empty. */
  readonly without?: readonly (TextPart | 'context')[] | undefined;
}

/** The content of context message `index`, without filler. */
export function saidBy(index: number): string {
  return `said${index}x7f`;
}

/** The speaker of context message `index`, without filler. */
export function speakerOf(index: number): string {
  return `speaker${index}x7f`;
}

/** The deeds of context message `index`, without filler. */
export function didBy(index: number): string {
  return `did${index}x7f`;
}

/** Sender, addressee and deeds of the current message of a guarded prompt. */
export const CURRENT = { from: 'asker7f', to: 'asked7f', deeds: 'doneNow7f' } as const;

/** A deeply frozen input with a sentinel in each part and an unlimited budget. */
export function sampleInput(options: SampleOptions = {}): AssemblerInput {
  const { messages = 4, filler = '', fillerIn, guarded = false, deeds = false, newer, without = [] } = options;
  const withFiller = (place: SampleOptions['fillerIn'], text: string) =>
    fillerIn === undefined || fillerIn === place
      ? `${filler}${text}${filler.repeat(place === 'message' ? 3 : 1)}`
      : text;
  const part = (name: TextPart, place: SampleOptions['fillerIn']) =>
    without.includes(name) ? undefined : withFiller(place, SENTINELS[name]);
  const contextMessages: PromptContextMessage[] = Array.from({ length: messages }, (_, index) => ({
    from: withFiller('context', speakerOf(index)),
    to: withFiller('context', `to${index}x7f`),
    content: withFiller('context', saidBy(index)),
    ...(deeds ? { deeds: withFiller('context', didBy(index)) } : {}),
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
    ...(newer === undefined ? {} : { newerMessages: newer }),
  });
}
