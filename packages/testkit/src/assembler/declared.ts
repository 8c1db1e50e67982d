import type { IContextAssembler, SectionName } from '@ctx/contract';
import type { TextPart } from './sample-input.ts';

/** The order of the sections of an assembler that declares no order. */
export const DEFAULT_ORDER: readonly SectionName[] = ['instructions', 'task', 'context', 'message'];

/** True if the assembler declares that it skips the part. */
export function isSkipped({ skips = [] }: IContextAssembler, part: TextPart): boolean {
  return skips.includes(part === 'task' ? 'task' : 'instructions') && part !== 'message';
}

/** A text as the assembler should print it: escaped if it declares `escapes`. */
export function writtenBy(assembler: IContextAssembler, text: string): string {
  return assembler.escapes === undefined ? text : assembler.escapes(text);
}

/** Indexes of context messages in the order that the assembler declares. */
export function inDeclaredOrder({ messageOrder }: IContextAssembler, indexes: readonly number[]): number[] {
  return messageOrder === 'newest-first' ? [...indexes].reverse() : [...indexes];
}
