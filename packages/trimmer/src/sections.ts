import type { Block } from '@ctx/contract';
import { byteLength } from './byte-length.ts';
import type { KeptLines } from './rendered-lines.ts';

/** What is left of one block. */
export interface Section {
  readonly block: Block;
  /** Text, or the messages that are kept. */
  readonly body: string | KeptLines;
  /** Heading and footer included. */
  readonly bytes: number;
}

/** The sections of a layout by the number of their block; `undefined` where nothing is left or it is not decided yet. */
export type Sections = readonly (Section | undefined)[];

/** Between two sections: a blank line. */
export const SEPARATOR = '\n\n';

/** Bytes of a block's heading and footer, with the newlines between them and the body. */
export function frameBytes({ heading, footer }: Block): number {
  return (heading ? byteLength(heading) + 1 : 0) + (footer ? byteLength(footer) + 1 : 0);
}

/** Bytes of all sections with the separators between them; `extra` counts one more section, as long as its frame. */
export function totalBytes(sections: Sections, system: number, extra?: number): number {
  let bytes = extra ?? 0;
  let inPrompt = extra === undefined ? 0 : 1;
  sections.forEach((section, index) => {
    if (section === undefined) return;
    bytes += section.bytes;
    if (index !== system) inPrompt++;
  });
  return bytes + Math.max(0, inPrompt - 1) * SEPARATOR.length;
}
