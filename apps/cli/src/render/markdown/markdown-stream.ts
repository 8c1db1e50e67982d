import { codeFrame, type RenderedLine, type RenderOptions, renderBlocks } from './render-blocks.ts';

/** Renders Markdown that comes in pieces, block by block. */
export interface MarkdownStream {
  /** Adds text, and returns the lines that cannot change any more. */
  push(text: string): RenderedLine[];
  /** The lines of the incomplete block as they look so far. */
  pending(): RenderedLine[];
  /** Returns the remaining lines. */
  end(): RenderedLine[];
}

const FENCE = /^([^\S\n]*)(`{3,}|~{3,})([^\n`]*)$/;
const LIST = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;

interface Fence {
  readonly indent: string;
  readonly marker: string;
}

/**
 * Creates a stream. A block ends at an empty line or where code begins; each line of code is a block. `options` is called
 * for each block, because the screen may be resized.
 */
export function createMarkdownStream(options: () => RenderOptions): MarkdownStream {
  let block: string[] = [];
  let line = '';
  let fence: Fence | undefined;
  let isInList = false;
  let isFirst = true;

  function takeLine(text: string): RenderedLine[] {
    if (fence !== undefined) return takeCode(text, fence);
    const opening = FENCE.exec(text);
    if (opening !== null) {
      const before = endBlock();
      fence = { indent: opening[1]!, marker: opening[2]! };
      return [...before, ...separated([{ text: codeFrame(opening[3]!.trim(), options())[0] }])];
    }
    if (text.trim() === '') return endBlock();
    block.push(text);
    return [];
  }

  function takeCode(text: string, { indent, marker }: Fence): RenderedLine[] {
    const isEnd = text.trim().startsWith(marker) && text.trim().replaceAll(marker[0]!, '') === '';
    if (!isEnd) return [{ text: text.startsWith(indent) ? text.slice(indent.length) : text, isCode: true }];
    fence = undefined;
    return [{ text: codeFrame('', options())[1] }];
  }

  function endBlock(): RenderedLine[] {
    if (block.length === 0) return [];
    const lines = separated(render(block));
    isInList = LIST.test(block[0]!) || (isInList && /^\s/.test(block[0]!));
    block = [];
    return lines;
  }

  // An indented block after a list belongs to the list, and is not code.
  function render(lines: readonly string[]): RenderedLine[] {
    const indent = isInList
      ? lines.reduce((least, text) => Math.min(least, text.search(/\S/)), Number.POSITIVE_INFINITY)
      : 0;
    const { columns, colors } = options();
    const rendered = renderBlocks(lines.map((text) => text.slice(indent)).join('\n'), {
      columns: Math.max(12, columns - indent),
      colors,
    });
    const prefix = ' '.repeat(indent);
    return rendered.map((each) => (each.isCode || each.text === '' ? each : { ...each, text: prefix + each.text }));
  }

  function separated(lines: RenderedLine[]): RenderedLine[] {
    const withGap = isFirst ? lines : [{ text: '' }, ...lines];
    isFirst = false;
    return withGap;
  }

  return {
    push(text) {
      const lines = (line + text).split('\n');
      line = lines.pop()!;
      return lines.flatMap(takeLine);
    },
    pending() {
      if (fence !== undefined) return line === '' ? [] : [{ text: line, isCode: true }];
      const rest = [...block, ...(line.trim() === '' ? [] : [line])];
      if (rest.length === 0) return [];
      return [...(isFirst ? [] : [{ text: '' }]), ...render(rest)];
    },
    end() {
      const rest = line === '' ? [] : takeLine(line);
      line = '';
      const last = [...rest, ...endBlock()];
      const closing = fence === undefined ? [] : [{ text: codeFrame('', options())[1] }];
      fence = undefined;
      return [...last, ...closing];
    },
  };
}
