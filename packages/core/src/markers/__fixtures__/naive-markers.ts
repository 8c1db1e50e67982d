/**
 * A second, simple and slow implementation of the rules for markers. It shares no code with the real one, so a test
 * that compares both finds mistakes in either.
 */

const LINES = /(\r\n|[\n\r\u2028\u2029])/;

interface NaiveLine {
  text: string;
  ending: string;
  /** Index of the first line of the fence it belongs to. */
  fence?: number;
}

function labelledLines(text: string): NaiveLine[] {
  const parts = text.split(LINES);
  const lines: NaiveLine[] = [];
  for (let index = 0; index < parts.length; index += 2) {
    lines.push({ text: parts[index]!, ending: parts[index + 1] ?? '' });
  }
  for (let first = 0; first < lines.length; first++) {
    const opening = /^(?:[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)*[ \t]*(?:(`{3,})[^`]*|(~{3,}).*)$/.exec(lines[first]!.text);
    if (opening === null) continue;
    const run = opening[1] ?? opening[2]!;
    let last = first + 1;
    while (last < lines.length && !isClosing(lines[last]!.text.replace(/^[ \t]+|[ \t]+$/g, ''), run)) last++;
    for (const line of lines.slice(first, last + 1)) line.fence = first;
    first = last;
  }
  return lines;
}

function isClosing(line: string, run: string): boolean {
  return line.length >= run.length && [...line].every((char) => char === run[0]);
}

/** The characters of a text that are in code spans. */
function inSpans(text: string): boolean[] {
  const mask = [...Array(text.length)].map(() => false);
  for (let index = 0; index < text.length; ) {
    if (text.charAt(index) === '\\') {
      index += 2;
      continue;
    }
    const run = /^`*/.exec(text.slice(index))![0];
    if (run === '') {
      index++;
      continue;
    }
    const rest = text.slice(index + run.length);
    const closing = new RegExp(`(?<!\`)${run}(?!\`)`).exec(rest);
    const length = closing === null ? 0 : run.length * 2 + closing.index;
    mask.fill(true, index, index + length);
    index += length || run.length;
  }
  return mask;
}

const BRACKETS = ['[]', '［］', '【】'] as const;
const BLANK = '[^\\S\\n\\r\\u2028\\u2029]*';

/** A pattern for a marker in each kind of brackets. */
const anyBrackets = (pattern: (open: string, close: string) => string): string =>
  BRACKETS.map(([open, close]) => pattern(`\\${open}${BLANK}`, `\\${close}`)).join('|');

interface NaiveMarker {
  start: number;
  end: number;
}

const MARKER = new RegExp(
  `^(?:${anyBrackets((open, close) => `${open}(?:FROM${BLANK}[:：](?!${close})|(?:NEXT|DROP|TEAM_TASK)${BLANK}[:：])[^${close}]*${close}`)})`,
  'i',
);
const TASK = anyBrackets((open, close) => `${open}TEAM_TASK${BLANK}${close}`);
const TASK_LINE = new RegExp(`^\\s*(?:${TASK})\\s*$`, 'i');

function markersIn(line: string): NaiveMarker[] {
  const markers: NaiveMarker[] = [];
  if (/^ {0,3}>/.test(line)) return markers;
  const isCode = inSpans(line);
  for (let index = 0, free = 0; index < line.length; index++) {
    const match = MARKER.exec(line.slice(index));
    if (match === null || isCode[index]) continue;
    const close = index + match[0].length - 1;
    if (isCode[close]) continue;
    let [start, end] = [index, close + 1];
    for (const width of [3, 2, 1]) {
      const left = line.slice(Math.max(free, index - width), index);
      const right = line.slice(close + 1, close + 1 + width);
      if (left.length === width && /^[*_]+$/.test(left) && [...left].reverse().join('') === right) {
        [start, end] = [index - width, close + 1 + width];
        break;
      }
    }
    markers.push({ start, end });
    free = end;
    index = close;
  }
  return markers;
}

function strippedLine(line: string, markers: readonly NaiveMarker[]): string | undefined {
  // Each character of a marker becomes a private-use character, so that runs of markers can be found by a pattern.
  const chars = line.split('');
  for (const { start, end } of markers) chars.fill('\uE000', start, end);
  const marked = chars.join('');
  if (/^[\s\uE000]*$/.test(marked)) return undefined;
  return marked.replace(/\s*\uE000(?:[\s\uE000]*\uE000)?\s*/g, (found, offset: number) => {
    const [, before, run, after] = /^(\s*)(\S|\S[\s\S]*\S)(\s*)$/.exec(found)!;
    if (offset === 0) return before!;
    if (offset + found.length === marked.length) return '';
    if (before !== '' && after !== '') return after!;
    if (before === '' && after === '' && /\s/.test(run!)) return ' ';
    return before! + after!;
  });
}

/** The text after strict stripping. */
export function naiveStrict(text: string): string {
  const lines = labelledLines(text);
  const kept: NaiveLine[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!;
    if (line.fence !== undefined) kept.push(line);
    else if (TASK_LINE.test(line.text)) {
      while (index + 1 < lines.length && !endsTask(lines[index + 1]!)) index++;
    } else {
      const markers = markersIn(line.text);
      const stripped = markers.length === 0 ? line.text : strippedLine(line.text, markers);
      if (stripped !== undefined) kept.push({ ...line, text: stripped });
    }
  }
  const isBlank = (line: NaiveLine | undefined) => line?.fence === undefined && line?.text.trim() === '';
  while (isBlank(kept[0])) kept.shift();
  while (isBlank(kept.at(-1))) kept.pop();
  const last = kept.at(-1);
  if (last !== undefined) last.ending = '';
  return kept.map((line) => line.text + line.ending).join('');
}

function endsTask(line: NaiveLine): boolean {
  return line.fence !== undefined || /^(?:[[［【]|\s*$)/.test(line.text);
}

/** The text after lenient stripping. */
export function naiveLenient(text: string): string {
  const pieces: NaiveLine[] = [];
  for (const line of labelledLines(text)) {
    const last = pieces.at(-1);
    if (last?.fence !== line.fence || last === undefined) pieces.push({ ...line });
    else {
      last.text += last.ending + line.text;
      last.ending = line.ending;
    }
  }
  const stripped = pieces.map(({ fence, text: piece, ending }) => {
    if (fence !== undefined) return piece + ending.replace(/[^\r]$|^\r$/, '');
    const inline = (word: string, some = '') =>
      new RegExp(
        anyBrackets((open, close) => `${open}${word}${BLANK}[:：]${some && `(?!${close})`}[^${close}]*${close}`),
        'gi',
      );
    return (piece + ending)
      .replace(inline('FROM', 'some'), '')
      .replace(inline('TEAM_TASK'), '')
      .replace(new RegExp(`(?:${TASK})[^[［【]*`, 'gi'), '')
      .replace(inline('NEXT'), '')
      .replace(inline('DROP'), '');
  });
  if (pieces.every((piece, index) => piece.fence !== undefined || stripped[index] === piece.text + piece.ending)) {
    return text;
  }
  return stripped
    .map((piece, index) => (pieces[index]!.fence === undefined ? tidied(piece) : piece))
    .filter((piece) => piece !== '')
    .join('\n');
}

function tidied(piece: string): string {
  return piece
    .split('\n')
    .map((line) => line.replace(/\s{2,}/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
