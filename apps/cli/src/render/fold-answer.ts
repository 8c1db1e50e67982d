import { formatCount } from './format-amounts.ts';

/** A long answer, of which the middle is folded away. */
export interface AnswerFold {
  /** Takes lines; gives back those to print now. */
  push(lines: readonly string[]): string[];
  /** The newest lines that are held back. */
  held(): readonly string[];
  /** Gives back the end, after a line that says how to see the rest. */
  end(): string[];
}

const MOST_LINES = 100;
const LAST_LINES = 20;

/** Prints the first `most` lines as they come, and of a longer answer the end; `hint` says how to see all of it. */
export function createAnswerFold(hint: (folded: string) => string, most = MOST_LINES, last = LAST_LINES): AnswerFold {
  let printed = 0;
  let held: string[] = [];
  return {
    push(lines) {
      const now = lines.slice(0, Math.max(0, most - printed));
      printed += now.length;
      held.push(...lines.slice(now.length));
      return now;
    },
    held: () => held,
    end() {
      const folded = held.length - last;
      const rest = folded > last ? [hint(formatCount(folded, 'line')), ...held.slice(-last)] : held;
      held = [];
      printed = 0;
      return rest;
    },
  };
}
