const PARENTHESIS = /[()\n\r\u2028\u2029]/g;
const LINE_START = /(?:^|[\n\r\u2028\u2029]) {0,3}$/;
const REST_OF_LINE = /[^\n\r\u2028\u2029]*/y;
const TITLE = /^["'(]/;

/**
 * Creates a function that gives the end of a link in a block, or of the definition of one: `[text](target)`,
 * `[name]: address "title"`. It takes the indexes of the opening bracket and after the closing one, and returns -1 if
 * it is no link.
 */
export function linkEnds(block: string): (start: number, after: number) => number {
  let targets: ReadonlyMap<number, number> | undefined;
  return (start, after) => {
    const sign = block.charAt(after);
    if (sign === '(') {
      targets ??= parenthesesOf(block);
      return targets.get(after) ?? -1;
    }
    const isAtLineStart = LINE_START.test(block.slice(Math.max(0, start - 4), start));
    return sign === ':' && isAtLineStart ? definitionEnd(block, after + 1) : -1;
  };
}

/** The index after each closing parenthesis, by its opening one. Both are on one line. */
function parenthesesOf(block: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  let open: number[] = [];
  for (const { 0: char, index } of block.matchAll(PARENTHESIS)) {
    if (char === '(') open.push(index);
    else if (char !== ')') open = [];
    else if (open.length > 0) ends.set(open.pop()!, index + 1);
  }
  return ends;
}

// One word, and at most a title. `[NEXT: max]: please look` is no definition.
function definitionEnd(block: string, from: number): number {
  REST_OF_LINE.lastIndex = from;
  const rest = REST_OF_LINE.exec(block)![0].trim();
  const blank = rest.search(/\s/);
  const isDefinition = rest !== '' && (blank === -1 || TITLE.test(rest.slice(blank).trimStart()));
  return isDefinition ? REST_OF_LINE.lastIndex : -1;
}
