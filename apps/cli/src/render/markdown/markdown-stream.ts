import { codeFrame, type RenderedLine, type RenderOptions, renderBlocks } from './render-blocks.ts';

/** Markdown that comes in pieces, rendered block by block. */
export interface MarkdownStream {
  /** Takes more; gives back the lines that cannot change any more. */
  push(text: string): RenderedLine[];
  /** How the part would look that is not a whole block yet. */
  pending(): RenderedLine[];
  /** Gives back the rest. */
  end(): RenderedLine[];
}

const FENCE = /^([^\S\n]*)(`{3,}|~{3,})([^\n`]*)$/;
const LIST = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;

interface Fence {
  readonly indent: string;
  readonly marker: string;
}

/**
 * A block ends at an empty line or where code begins; of code, each line is a block. `options` is asked for each block,
 * because a screen may change its size.
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

  // What is indented after a list belongs to the list, and is not code.
  function render(lines: readonly string[]): RenderedLine[] {
    const indent = isInList ? Math.min(...lines.map((text) => text.search(/\S/))) : 0;
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
