import type { Block } from '@ctx/contract';
import { byteLength } from './byte-length.ts';
import type { KeptLines } from './rendered-lines.ts';

/** A block of the layout with the part of its body that is kept. */
export interface Section {
  readonly block: Block;
  /** Text, or the kept messages. */
  readonly body: string | KeptLines;
  /** Bytes of the body with heading and footer. */
  readonly bytes: number;
}

/** Sections by the index of their block. `undefined` for a block that is empty or not decided yet. */
export type Sections = readonly (Section | undefined)[];

/** A blank line between two sections. */
export const SEPARATOR = '\n\n';

/** Bytes of a block's heading and footer, with the newlines between them and the body. */
export function frameBytes({ heading, footer }: Block): number {
  return (heading ? byteLength(heading) + 1 : 0) + (footer ? byteLength(footer) + 1 : 0);
}

/**
 * Bytes of all sections with the separators between them. `extra` adds one more section of that size. `systemIndex` is
 * the index of the system block, which needs no separator.
 */
export function totalBytes(sections: Sections, systemIndex: number, extra?: number): number {
  let bytes = extra ?? 0;
  let inPrompt = extra === undefined ? 0 : 1;
  sections.forEach((section, index) => {
    if (section === undefined) return;
    bytes += section.bytes;
    if (index !== systemIndex) inPrompt++;
  });
  return bytes + Math.max(0, inPrompt - 1) * SEPARATOR.length;
}
