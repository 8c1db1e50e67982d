/** Stand for tags among the lengths of runs of backticks. */
const CLOSING_TAG = 0;
const OPENING_TAG = -1;
/** A line that opens a fence, also inside list items and quotes. */
const OPENING_FENCE = /^[ \t]*(?:(?:[-*+>]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)/;
const CLOSING_FENCE = /^[ \t>]*(`{3,}|~{3,})\s*$/;
/** A line that begins a list item, a quote or a heading. No code span reaches into it. */
const BLOCK_START = /^\s*(?:[-*+>]|\d{1,9}[.)]|#{1,6})\s/;

/** Says of each closing tag in a Markdown text whether it is text: in code, or the partner of an opening tag before it. */
export interface CodeJudge {
  /** Reads text without tags. Returns the verdicts that are now known, `true` for text, in the order of their tags. */
  readText(text: string): boolean[];
  /**
   * Reads an opening or a closing tag. Returns the verdict of a closing one, or `undefined` while a code span may still
   * close behind it: then it comes later. Opening tags have none.
   */
  readTag(tag: string): boolean | undefined;
  /** Ends the text and returns the remaining verdicts. */
  end(): boolean[];
}

/**
 * A judge for one text. Code is a fence or a code span. A span ends in its paragraph, so no verdict waits longer than for
 * the paragraph's end. The work is linear in the length of the text.
 */
export function createCodeJudge(): CodeJudge {
  let fence: string | undefined;
  /** Opening tags outside code whose partner has not come. */
  let openTags = 0;
  // Pieces of the current line, joined once: joining at every piece would copy a long line again and again.
  let line: string[] = [];
  let lineHasTilde = false;
  let endsInRun = false;
  // From the first run of backticks on: before it, tags are judged at once.
  let lineTokens: number[] = [];
  let paragraph: number[] = [];

  const judge = (token: number, isCode: boolean): boolean => {
    if (isCode) return true;
    if (token === OPENING_TAG) openTags += 1;
    else if (openTags === 0) return false;
    else openTags -= 1;
    return true;
  };

  const endParagraph = (): boolean[] => {
    const verdicts: boolean[] = [];
    for (const { token, isCode } of findTags(paragraph)) {
      const isText = judge(token, isCode);
      if (token === CLOSING_TAG) verdicts.push(isText);
    }
    paragraph = [];
    return verdicts;
  };

  const endLine = (): boolean[] => {
    const [text, tokens] = [line.join(''), lineTokens];
    line = [];
    lineTokens = [];
    lineHasTilde = false;
    endsInRun = false;
    if (fence !== undefined) {
      const closing = CLOSING_FENCE.exec(text)?.[1];
      if (closing?.startsWith(fence)) fence = undefined;
      return [];
    }
    const [, opening, info = ''] = OPENING_FENCE.exec(text) ?? [];
    if (opening !== undefined && !(opening.startsWith('`') && info.includes('`'))) {
      fence = opening;
      return [...endParagraph(), ...tokens.filter((token) => token === CLOSING_TAG).map(() => true)];
    }
    const verdicts = text.trim() === '' || BLOCK_START.test(text) ? endParagraph() : [];
    for (const token of tokens) paragraph.push(token);
    return verdicts;
  };

  const addToLine = (text: string): void => {
    if (text === '') return;
    line.push(text);
    if (fence !== undefined) return;
    lineHasTilde ||= text.includes('~');
    for (const { index, 0: run } of text.matchAll(/`+/g)) {
      if (index === 0 && endsInRun) lineTokens.push(lineTokens.pop()! + run.length);
      else lineTokens.push(run.length);
    }
    endsInRun = text.endsWith('`');
  };

  return {
    readText(text) {
      const verdicts: boolean[] = [];
      const [first = '', ...lines] = text.split('\n');
      addToLine(first);
      for (const next of lines) {
        for (const verdict of endLine()) verdicts.push(verdict);
        addToLine(next);
      }
      return verdicts;
    },
    readTag(tag) {
      line.push(tag);
      endsInRun = false;
      const token = tag.startsWith('</') ? CLOSING_TAG : OPENING_TAG;
      if (fence !== undefined) return true;
      if (paragraph.length + lineTokens.length === 0 && !lineHasTilde) return judge(token, false);
      lineTokens.push(token);
      return undefined;
    },
    end: () => [...endLine(), ...endParagraph()],
  };
}

/** The tags of a paragraph. A run of backticks opens a span if a run of the same length follows, and the span ends there. */
function* findTags(tokens: readonly number[]): Generator<{ token: number; isCode: boolean }> {
  const lastOfLength = new Map<number, number>();
  tokens.forEach((token, index) => {
    lastOfLength.set(token, index);
  });
  let openLength: number | undefined;
  for (const [index, token] of tokens.entries()) {
    if (token === CLOSING_TAG || token === OPENING_TAG) yield { token, isCode: openLength !== undefined };
    else if (openLength === undefined) openLength = lastOfLength.get(token)! > index ? token : undefined;
    else if (openLength === token) openLength = undefined;
  }
}
