import { lexer, type Token, type Tokens } from 'marked';
import stringWidth from 'string-width';
import type { Colors } from '../../terminal/terminal.ts';
import { inlineRuns } from './inline-runs.ts';
import { renderTable } from './render-table.ts';
import { type Run, wrapRuns } from './wrap-runs.ts';

/** A line for the screen. Code is printed unchanged from the first column, so that it can be copied. */
export interface RenderedLine {
  readonly text: string;
  readonly isCode?: boolean | undefined;
}

/** How to render Markdown. */
export interface RenderOptions {
  readonly columns: number;
  readonly colors: Colors;
}

/** Renders complete blocks of Markdown as lines of at most `columns` columns. */
export function renderBlocks(markdown: string, options: RenderOptions): RenderedLine[] {
  const tokens = lexer(markdown).filter(({ type }) => type !== 'space');
  return tokens.flatMap((token, index) => [...(index === 0 ? [] : [{ text: '' }]), ...renderBlock(token, options)]);
}

/** Returns the lines before and after a block of code; the first names its language, if given. */
export function codeFrame(language: string, { colors }: Pick<RenderOptions, 'colors'>): [string, string] {
  return [colors.dim(`╭─ ${language}`.trimEnd()), colors.dim('╰─')];
}

function renderBlock(token: Token, options: RenderOptions): RenderedLine[] {
  const { columns, colors } = options;
  const wrapped = (runs: readonly Run[], room = columns) => wrapRuns(runs, room).map((text) => ({ text }));
  switch (token.type) {
    case 'heading':
      return wrapped(inlineRuns((token as Tokens.Heading).tokens, colors, colors.bold));
    case 'paragraph':
    case 'text':
      return wrapped(inlineRuns((token as Tokens.Paragraph).tokens ?? [token], colors));
    case 'code':
      return renderCode(token as Tokens.Code, options);
    case 'list':
      return renderList(token as Tokens.List, options);
    case 'blockquote':
      return prefixed(renderTokens((token as Tokens.Blockquote).tokens, narrower(options, 2)), colors.dim('│ '));
    case 'table':
      return renderTable(token as Tokens.Table, columns - 1, colors).map((text) => ({ text }));
    case 'hr':
      return [{ text: colors.dim('─'.repeat(Math.min(columns - 1, 40))) }];
    default:
      return wrapped([{ text: token.raw.trimEnd() }]);
  }
}

function renderCode({ text, lang }: Tokens.Code, options: RenderOptions): RenderedLine[] {
  const [opening, closing] = codeFrame(lang ?? '', options);
  const lines = text.split('\n').map((line) => ({ text: line, isCode: true }));
  return [{ text: opening }, ...lines, { text: closing }];
}

function renderList({ items, ordered, start }: Tokens.List, options: RenderOptions): RenderedLine[] {
  return items.flatMap((item, index) => {
    const sign = ordered ? `${Number(start) + index}. ` : '• ';
    const box = checkboxOf(item);
    const tokens = item.tokens.filter(({ type }) => type !== 'checkbox');
    const lines = renderTokens(tokens, narrower(options, sign.length + box.length));
    return prefixed(lines, `${sign}${box}`, ' '.repeat(stringWidth(sign)));
  });
}

function checkboxOf({ task, checked }: Tokens.ListItem): string {
  if (!task) return '';
  return checked ? '[x] ' : '[ ] ';
}

function renderTokens(tokens: readonly Token[], options: RenderOptions): RenderedLine[] {
  return tokens.filter(({ type }) => type !== 'space').flatMap((token) => renderBlock(token, options));
}

function prefixed(lines: readonly RenderedLine[], first: string, others = first): RenderedLine[] {
  return lines.map((line, index) =>
    line.isCode ? line : { ...line, text: `${index === 0 ? first : others}${line.text}` },
  );
}

function narrower(options: RenderOptions, by: number): RenderOptions {
  return { ...options, columns: Math.max(12, options.columns - by) };
}
