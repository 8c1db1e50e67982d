/** Stands for a tag among the lengths of runs of backticks. */
const TAG = 0;
/** A line that opens a fence, also inside list items and quotes. */
const OPENING_FENCE = /^[ \t]*(?:(?:[-*+>]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)/;
const CLOSING_FENCE = /^[ \t>]*(`{3,}|~{3,})\s*$/;
/** A line that begins a list item, a quote or a heading. No code span reaches into it. */
const BLOCK_START = /^\s*(?:[-*+>]|\d{1,9}[.)]|#{1,6})\s/;

/** Says of each tag in a Markdown text whether it stands in code: in a fence or in a code span. */
export interface CodeJudge {
  /** Reads text without tags. Returns the verdicts that are now known, `true` for code, in the order of their tags. */
  readText(text: string): boolean[];
  /** Reads a tag. Returns its verdict, or `undefined` while a span may still close behind it: then it comes later. */
  readTag(tag: string): boolean | undefined;
  /** Ends the text and returns the remaining verdicts. */
  end(): boolean[];
}

/**
 * A judge for one text. A code span ends in its paragraph, so no verdict waits longer than for the paragraph's end. The
 * work is linear in the length of the text.
 */
export function createCodeJudge(): CodeJudge {
  let fence: string | undefined;
  // Pieces of the current line, joined once: joining at every piece would copy a long line again and again.
  let line: string[] = [];
  let lineMayHoldCode = false;
  // Runs of backticks, as their lengths, and tags of the paragraph, without the current line.
  let paragraph: number[] = [];

  const endParagraph = (): boolean[] => {
    const verdicts = paragraph.includes(TAG) ? judgeParagraph(paragraph) : [];
    paragraph = [];
    return verdicts;
  };

  const endLine = (): boolean[] => {
    const text = line.join('');
    line = [];
    lineMayHoldCode = false;
    if (fence !== undefined) {
      const closing = CLOSING_FENCE.exec(text)?.[1];
      if (closing?.startsWith(fence)) fence = undefined;
      return [];
    }
    const [, opening, info = ''] = OPENING_FENCE.exec(text) ?? [];
    if (opening !== undefined && !(opening.startsWith('`') && info.includes('`'))) {
      fence = opening;
      const tags = runsAndTags(text).filter((token) => token === TAG);
      return [...endParagraph(), ...tags.map(() => true)];
    }
    const verdicts = text.trim() === '' || BLOCK_START.test(text) ? endParagraph() : [];
    for (const token of runsAndTags(text)) paragraph.push(token);
    return verdicts;
  };

  const addToLine = (text: string): void => {
    line.push(text);
    lineMayHoldCode ||= /[`~]/.test(text);
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
      if (fence !== undefined) return true;
      return lineMayHoldCode || paragraph.length > 0 ? undefined : false;
    },
    end: () => [...endLine(), ...endParagraph()],
  };
}

function runsAndTags(line: string): number[] {
  return (line.match(/`+|<\/think(?:ing)?>/gi) ?? []).map((found) => (found.startsWith('`') ? found.length : TAG));
}

/** A run of backticks opens a span if a run of the same length follows, and the span ends there. */
function judgeParagraph(tokens: readonly number[]): boolean[] {
  const lastOfLength = new Map<number, number>();
  tokens.forEach((token, index) => {
    lastOfLength.set(token, index);
  });
  const verdicts: boolean[] = [];
  let openLength: number | undefined;
  tokens.forEach((token, index) => {
    if (token === TAG) verdicts.push(openLength !== undefined);
    else if (openLength === undefined) openLength = lastOfLength.get(token)! > index ? token : undefined;
    else if (openLength === token) openLength = undefined;
  });
  return verdicts;
}
