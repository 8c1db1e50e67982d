/** A stretch of a line between two backtick runs of the same length, the runs included. */
export interface CodeSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the code spans of a line from left to right. Ask with `firstAt(index)`: the first span that starts at or behind
 * `index`. A run of backticks that no later run of its length answers is plain text.
 */
export class CodeSpans {
  readonly #runs: readonly CodeSpan[];
  readonly #closedBy: ReadonlyMap<CodeSpan, CodeSpan>;
  #next = 0;

  constructor(line: string) {
    this.#runs = backtickRuns(line);
    this.#closedBy = pairs(this.#runs);
  }

  /** `index` must not decrease from call to call, so that all calls together are linear. */
  firstAt(index: number): CodeSpan | undefined {
    for (; this.#next < this.#runs.length; this.#next++) {
      const run = this.#runs[this.#next]!;
      if (run.start < index) continue;
      const close = this.#closedBy.get(run);
      if (close !== undefined) return { start: run.start, end: close.end };
    }
    return undefined;
  }
}

function backtickRuns(line: string): CodeSpan[] {
  const runs: CodeSpan[] = [];
  for (let start = line.indexOf('`'); start !== -1; ) {
    let end = start + 1;
    while (line.charCodeAt(end) === 96) end++;
    runs.push({ start, end });
    start = line.indexOf('`', end);
  }
  return runs;
}

// From right to left, so that the nearest later run of each length is always at hand.
function pairs(runs: readonly CodeSpan[]): Map<CodeSpan, CodeSpan> {
  const closedBy = new Map<CodeSpan, CodeSpan>();
  const nearest = new Map<number, CodeSpan>();
  for (const run of [...runs].reverse()) {
    const length = run.end - run.start;
    const close = nearest.get(length);
    if (close !== undefined) closedBy.set(run, close);
    nearest.set(length, run);
  }
  return closedBy;
}
