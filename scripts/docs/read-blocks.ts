/** A fenced code block of a Markdown text. */
export interface Block {
  /** First word after the fence, or `''`. */
  readonly language: string;
  /** The lines between the fences, each with its newline and without the indentation of the fence. */
  readonly text: string;
  /** Line of the opening fence, counted from 1. */
  readonly line: number;
}

const OPENING = /^( *)(`{3,}|~{3,})\s*([^\s`]*)[^`]*$/;

/** All fenced blocks of a Markdown text, in order. Throws for a block that is never closed. */
export function readBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: { indent: number; fence: string; language: string; line: number; lines: string[] } | undefined;
  for (const [index, line] of markdown.split(/\r?\n/).entries()) {
    if (open === undefined) {
      const [, indent = '', fence, language = ''] = OPENING.exec(line) ?? [];
      if (fence !== undefined) open = { indent: indent.length, fence, language, line: index + 1, lines: [] };
    } else if (closes(line, open.fence)) {
      blocks.push({ language: open.language, text: open.lines.map((text) => `${text}\n`).join(''), line: open.line });
      open = undefined;
    } else {
      open.lines.push(line.slice(Math.min(open.indent, line.search(/\S|$/))));
    }
  }
  if (open !== undefined) throw new Error(`The block that starts in line ${open.line} is never closed.`);
  return blocks;
}

function closes(line: string, fence: string): boolean {
  const text = line.trim();
  return text.length >= fence.length && text === (fence[0] ?? '').repeat(text.length);
}
