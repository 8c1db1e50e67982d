import type { PromptContextMessage } from '@ctx/contract';
import { byteLength } from './byte-length.ts';

/** One context message as text, and its size. */
export interface RenderedLine {
  readonly text: string;
  readonly bytes: number;
}

type Line = (message: PromptContextMessage) => string;

const renderedByFormat = new WeakMap<Line, WeakMap<PromptContextMessage, RenderedLine>>();

/**
 * Renders messages in one format. The prompt of a long conversation is mostly the prompt of the turn before, so what a
 * frozen message looks like is remembered for as long as the message lives; a message that may still change is
 * rendered each time.
 */
export function lineRenderer(
  line: Line,
): (message: PromptContextMessage, maxBytes: number) => RenderedLine | undefined {
  const remembered = renderedByFormat.get(line) ?? new WeakMap<PromptContextMessage, RenderedLine>();
  renderedByFormat.set(line, remembered);
  return (message, maxBytes) => {
    const known = remembered.get(message);
    if (known !== undefined) return known.bytes <= maxBytes ? known : undefined;
    const text = line(message);
    // A code unit takes at least one byte: what is too long in units need not be measured.
    if (text.length > maxBytes) return undefined;
    const fresh: RenderedLine = { text, bytes: byteLength(text) };
    if (Object.isFrozen(message)) remembered.set(message, fresh);
    return fresh.bytes <= maxBytes ? fresh : undefined;
  };
}
