import { visibleText } from '@ctx/agent-runner';
import { fenced } from './inert-markdown.ts';

const FENCE = /^(\s*)((?:(?:[-*+]|\d{1,9}[.)])\s+)*)(?:(`{3,})([^`]*)|(~{3,})(.*))$/;
const HEADING = /^\s{0,3}#{1,6}\s+(?=\S)/;
const LIST_ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(?=\S)/;
const TABLE_RULE = /^\|(?:\s*:?-+:?\s*\|)+\s*$/;

/** A code span, emphasis, and a name that some services would call. */
const INLINE = /(?<!`)(`+)(?!`)([^`]+)\1(?!`)|(?<![\w*])(\*\*?)(?![\s*])([^*]+)(?<!\s)\3(?![\w*])|(?<![\w`])@[\w-]+/g;

/** What could begin HTML, a link, an image, a note, a formula or emphasis, or could be taken for an address. */
const ACTIVE = /[\\`*_[\]<>&!~|#$@{}^]|\.(?=[\p{L}\p{N}])|[:/](?=\/)/gu;

/**
 * The text as Markdown in which paragraphs, lists, tables, code and emphasis are rendered, and nothing else: a heading is a
 * line in bold, a link or HTML is shown as it was written. What is written anew here cannot reach beyond its own end.
 */
export function renderedMarkdown(text: string): string {
  const lines = visibleText(text).split('\n');
  const blocks: string[] = [];
  let isInList = false;
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!;
    const fence = FENCE.exec(line);
    const heading = HEADING.exec(line);
    if (fence) {
      const { block, next } = codeBlock(lines, at, fence);
      blocks.push('', ...block, '');
      at = next;
    } else if (line.trimStart().startsWith('|')) {
      const { block, next } = rows(lines, at);
      blocks.push('', block, '');
      at = next;
    } else {
      const isItem = LIST_ITEM.test(line);
      // Without a list above it, an indented line would be code.
      if (!isItem && /^\S/.test(line)) isInList = false;
      const title = heading && `**${escaped(line.slice(heading[0].length).trimEnd())}**`;
      blocks.push(...(title ? ['', title, ''] : [textLine(line, isItem, isInList)]));
      if (isItem) isInList = true;
      at += 1;
      continue;
    }
    isInList = false;
  }
  return blocks
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '');
}

function codeBlock(lines: readonly string[], start: number, fence: RegExpExecArray) {
  const [, indent = '', items = '', backticks, info, tildes, tildeInfo] = fence;
  const opening = backticks ?? tildes!;
  const closing = new RegExp(`^\\s*${opening[0]}{${opening.length},}\\s*$`);
  const margin = new RegExp(`^\\s{0,${indent.length + items.length}}`);
  const content: string[] = [];
  let next = start + 1;
  while (next < lines.length && !closing.test(lines[next]!)) content.push(lines[next++]!.replace(margin, ''));
  const language = /^\s*([\w+#.-]{1,20})\s*$/.exec(info ?? tildeInfo ?? '')?.[1];
  // What else stands on the line is not hidden.
  const above = items + (language === undefined ? (info ?? tildeInfo ?? '') : '');
  const block = [...(above.trim() === '' ? [] : [beginning(above.trim()), '']), fenced(content.join('\n'), language)];
  return { block, next: next + 1 };
}

/** Lines that begin with `|`: a table if each has the cells of the first, since a renderer would drop others; else as written. */
function rows(lines: readonly string[], start: number) {
  let next = start;
  while (next < lines.length && lines[next]!.trimStart().startsWith('|')) next += 1;
  const table = lines.slice(start, next).map((line) => line.trim());
  const cells = table.map((line) => line.replace(/^\||\|$/g, '').split(/(?<!\\)\|/));
  const isTable =
    table.length > 1 &&
    TABLE_RULE.test(table[1]!) &&
    table.every((line) => /(?<!\\)\|$/.test(line)) &&
    cells.every(({ length }) => length === cells[0]!.length);
  if (!isTable) return { block: fenced(table.join('\n')), next };
  const block = cells.map(
    (row, index) => `| ${(index === 1 ? row : row.map(inline)).map((cell) => cell.trim()).join(' | ')} |`,
  );
  return { block: block.join('\n'), next };
}

function textLine(line: string, isItem: boolean, isInList: boolean): string {
  if (!isItem) return (isInList ? spaces(line) : '') + beginning(line.trim());
  const [item, , marker] = LIST_ITEM.exec(line)!;
  return `${isInList ? spaces(line) : ''}${marker} ${beginning(line.slice(item.length).trim())}`;
}

const spaces = (line: string) => ' '.repeat(Math.min(12, /^\s*/.exec(line)![0].replaceAll('\t', '    ').length));

/** Text at the beginning of a line or a list item, where a rule, an underline or an item could begin. */
function beginning(text: string): string {
  return inline(text)
    .replace(/^[-+=]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2');
}

function inline(text: string): string {
  let result = '';
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [all, , code, stars, emphasised] = match;
    result += escaped(text.slice(end, match.index));
    if (code !== undefined) result += code.trim() === '' ? escaped(all) : `\`${code}\``;
    else if (stars !== undefined) result += stars + inline(emphasised!) + stars;
    else result += `\`${all}\``;
    end = match.index + all.length;
  }
  return result + escaped(text.slice(end));
}

const escaped = (text: string) => text.replace(ACTIVE, '\\$&');
