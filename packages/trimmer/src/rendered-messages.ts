import type { MessagesBlock } from '@ctx/contract';
import { lineRenderer } from './rendered-line.ts';

/** Messages that are, or can be, text in one format. */
export interface RenderedMessages {
  /** As many of the newest as fit `room` bytes, with a newline between two of them. */
  newestWithin(room: number): RenderedRun;
}

/** Neighbouring messages as text, oldest first. */
export interface RenderedRun {
  readonly count: number;
  /** Newlines between them included. */
  readonly bytes: number;
  lines(): readonly string[];
  /** The lines joined by newlines, as UTF-8. Read them, never write to them. */
  chunks(): readonly Uint8Array[];
}

/** Renders the messages of a block from the newest back, and stops at the first that does not fit. */
export function renderedMessagesOf(block: MessagesBlock): RenderedMessages {
  return {
    newestWithin(room) {
      const render = lineRenderer(block.line);
      const newestFirst: string[] = [];
      let bytes = -1;
      for (let index = block.messages.length - 1; index >= 0; index--) {
        const line = render(block.messages[index]!, room - bytes - 1);
        if (line === undefined) break;
        newestFirst.push(line.text);
        bytes += line.bytes + 1;
      }
      return linesRun(newestFirst.reverse(), Math.max(0, bytes));
    },
  };
}

/** Lines that are at hand as text. */
export function linesRun(lines: readonly string[], bytes: number): RenderedRun {
  return { count: lines.length, bytes, lines: () => lines, chunks: () => [Buffer.from(lines.join('\n'))] };
}
