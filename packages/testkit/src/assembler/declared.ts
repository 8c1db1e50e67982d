import type { IContextAssembler, SectionName } from '@ctx/contract';
import type { TextPart } from './sample-input.ts';

/** The order of the sections of an assembler that declares none. */
export const USUAL_ORDER: readonly SectionName[] = ['instructions', 'task', 'context', 'message'];

/** True when the assembler declares that it has no place for the part. */
export function isSkipped({ skips = [] }: IContextAssembler, part: TextPart): boolean {
  return skips.includes(part === 'task' ? 'task' : 'instructions') && part !== 'message';
}

/** A text as the assembler declares to write it. */
export function writtenBy(assembler: IContextAssembler, text: string): string {
  return assembler.escapes === undefined ? text : assembler.escapes(text);
}

/** Positions of context messages in the order in which the assembler declares to write them. */
export function inDeclaredOrder({ messageOrder }: IContextAssembler, indexes: readonly number[]): number[] {
  return messageOrder === 'newest-first' ? [...indexes].reverse() : [...indexes];
}
