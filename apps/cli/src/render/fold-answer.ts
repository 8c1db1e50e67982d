import { formatCount } from './format-amounts.ts';

/** Hides the middle of a long answer. */
export interface AnswerFold {
  /** Adds lines, and returns those to print now. */
  push(lines: readonly string[]): string[];
  /** The lines that are held back so far. */
  held(): readonly string[];
  /** Returns the last lines of the answer, after a hint if some lines before them are hidden. */
  end(): string[];
}

const FIRST_LINES = 100;
const LAST_LINES = 20;

/**
 * Creates a fold that prints the first lines at once, and at the end the last lines. `hint` gets the count of the
 * hidden lines, such as `57 lines`, and returns the line to print in their place.
 */
export function createAnswerFold(
  hint: (hiddenLines: string) => string,
  first = FIRST_LINES,
  last = LAST_LINES,
): AnswerFold {
  let printed = 0;
  let held: string[] = [];
  return {
    push(lines) {
      const now = lines.slice(0, Math.max(0, first - printed));
      printed += now.length;
      for (const line of lines.slice(now.length)) held.push(line);
      return now;
    },
    held: () => held,
    end() {
      const hidden = held.length - last;
      const rest = hidden > last ? [hint(formatCount(hidden, 'line')), ...held.slice(-last)] : held;
      held = [];
      printed = 0;
      return rest;
    },
  };
}
