/** A code span, from its first backtick to after its last one. */
export interface CodeSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * The code spans of a text, in order. A span ends after the next run of as many backticks; a run without such an end is
 * plain text. A backtick behind a backslash begins no span, but it may end one.
 */
export function codeSpansOf(text: string): CodeSpan[] {
  const spans: CodeSpan[] = [];
  if (!text.includes('`')) return spans;
  const runs = [...text.matchAll(/`+/g)].map(({ index, 0: run }) => ({ start: index, end: index + run.length }));
  const startsByLength = new Map<number, number[]>();
  for (const { start, end } of runs) {
    const starts = startsByLength.get(end - start);
    if (starts === undefined) startsByLength.set(end - start, [start]);
    else starts.push(start);
  }
  // How many starts of each length are behind the place that is read; looking for them again would be quadratic.
  const passed = new Map<number, number>();
  let free = 0;
  for (const run of runs) {
    if (run.start < free) continue;
    let backslashes = 0;
    while (run.start - backslashes > free && text.charAt(run.start - backslashes - 1) === '\\') backslashes++;
    const start = run.start + (backslashes % 2);
    const length = run.end - start;
    const starts = startsByLength.get(length) ?? [];
    let next = passed.get(length) ?? 0;
    while (next < starts.length && starts[next]! < run.end) next++;
    passed.set(length, next);
    const closing = starts[next];
    if (length === 0 || closing === undefined) continue;
    free = closing + length;
    spans.push({ start, end: free });
  }
  return spans;
}

/** The span around an index, if there is one. */
export function spanAround(spans: readonly CodeSpan[], index: number): CodeSpan | undefined {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.end <= index) low = middle + 1;
    else high = middle;
  }
  const span = spans[low];
  return span !== undefined && span.start <= index ? span : undefined;
}
