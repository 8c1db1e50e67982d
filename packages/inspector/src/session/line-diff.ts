import type { DiffLine } from '../protocol/answers.ts';

/** The most added and removed lines to search for. Beyond it, all old lines count as removed and all new ones as added. */
const MAX_DISTANCE = 600;
/** How many unchanged lines are shown around a change. */
const AROUND = 3;

/** Compares two texts line by line. Long unchanged parts are left out of `lines`. */
export function diffLines(before: string, after: string): { added: number; removed: number; lines: DiffLine[] } {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let tail = 0;
  while (tail < a.length - start && tail < b.length - start && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const same = (texts: readonly string[]): DiffLine[] => texts.map((text) => ({ kind: 'same', text }));
  const middle = diffMiddle(a.slice(start, a.length - tail), b.slice(start, b.length - tail));
  const all = [...same(a.slice(0, start)), ...middle, ...same(a.slice(a.length - tail))];
  const count = (kind: DiffLine['kind']) => middle.filter((line) => line.kind === kind).length;
  return { added: count('added'), removed: count('removed'), lines: skipUnchanged(all) };
}

// Myers' algorithm: for each number of edits, the furthest point on each diagonal, until the end of both texts is reached.
function diffMiddle(a: readonly string[], b: readonly string[]): DiffLine[] {
  const limit = Math.min(MAX_DISTANCE, a.length + b.length);
  const furthest = new Map<number, number>([[1, 0]]);
  const trace: Map<number, number>[] = [];
  for (let edits = 0; edits <= limit; edits += 1) {
    const reached = new Map<number, number>();
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const fromBelow = furthest.get(diagonal - 1) ?? -1;
      const fromAbove = furthest.get(diagonal + 1) ?? -1;
      let x = diagonal === -edits || (diagonal !== edits && fromBelow < fromAbove) ? fromAbove : fromBelow + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
      reached.set(diagonal, x);
      furthest.set(diagonal, x);
      if (x >= a.length && x - diagonal >= b.length) return walkBack(a, b, trace, edits);
    }
    trace.push(reached);
  }
  return [
    ...a.map((text) => ({ kind: 'removed', text }) as const),
    ...b.map((text) => ({ kind: 'added', text }) as const),
  ];
}

function walkBack(a: readonly string[], b: readonly string[], trace: readonly Map<number, number>[], edits: number) {
  const lines: DiffLine[] = [];
  let [x, y] = [a.length, b.length];
  for (let left = edits; left > 0; left -= 1) {
    const before = trace[left - 1]!;
    const diagonal = x - y;
    const isAddition =
      diagonal === -left || (diagonal !== left && (before.get(diagonal - 1) ?? -1) < (before.get(diagonal + 1) ?? -1));
    const from = isAddition ? diagonal + 1 : diagonal - 1;
    const fromX = before.get(from)!;
    const edited = isAddition ? fromX : fromX + 1;
    for (; x > edited; x -= 1, y -= 1) lines.push({ kind: 'same', text: a[x - 1]! });
    lines.push(isAddition ? { kind: 'added', text: b[y - 1]! } : { kind: 'removed', text: a[x - 1]! });
    [x, y] = [fromX, fromX - from];
  }
  for (; x > 0; x -= 1) lines.push({ kind: 'same', text: a[x - 1]! });
  return lines.reverse();
}

function skipUnchanged(lines: readonly DiffLine[]): DiffLine[] {
  const shown: DiffLine[] = [];
  const near = lines.map(() => false);
  for (const [index, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    for (let at = Math.max(0, index - AROUND); at <= index + AROUND && at < lines.length; at += 1) near[at] = true;
  }
  for (let index = 0; index < lines.length; ) {
    if (near[index]) {
      shown.push(lines[index]!);
      index += 1;
      continue;
    }
    let end = index;
    while (end < lines.length && !near[end]) end += 1;
    shown.push({ kind: 'skip', text: String(end - index) });
    index = end;
  }
  return shown;
}
