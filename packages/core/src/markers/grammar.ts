/** The kinds of marker that stand in one pair of brackets. The task block has a rule of its own in each mode. */
export type MarkerKind = 'FROM' | 'TEAM_TASK' | 'NEXT' | 'DROP';

/** A marker found in a text. */
export interface MarkerMatch {
  readonly kind: MarkerKind;
  /** Index of its `[`. */
  readonly start: number;
  /** Where its value begins, behind the colon. */
  readonly valueStart: number;
  /** Index behind its `]`; the value ends one before. */
  readonly end: number;
}

const COLON = 58;

const KINDS: readonly MarkerKind[] = ['FROM', 'TEAM_TASK', 'NEXT', 'DROP'];

/** What opens a task block. */
export const TASK_BLOCK = '[TEAM_TASK]';

/**
 * Finds markers in a text: `[KIND:` in any letter case, up to the first `]`. Linear over all calls from left to right: a
 * missing `]` is noticed once, and every other search ends where the next one begins.
 */
export class MarkerFinder {
  readonly #text: string;
  readonly #lastClose: number;

  constructor(text: string) {
    this.#text = text;
    this.#lastClose = text.lastIndexOf(']');
  }

  /** The marker whose `[` is at `start`, if there is one. */
  at(start: number, kinds: readonly MarkerKind[] = KINDS): MarkerMatch | undefined {
    for (const kind of kinds) {
      const valueStart = start + kind.length + 2;
      if (valueStart > this.#lastClose) continue;
      if (this.#text.charCodeAt(valueStart - 1) !== COLON || !startsWith(this.#text, kind, start + 1)) continue;
      const close = this.#text.indexOf(']', valueStart);
      // FROM needs a name, the others may be empty.
      if (kind === 'FROM' && close === valueStart) continue;
      return { kind, start, valueStart, end: close + 1 };
    }
    return undefined;
  }

  /** The first marker of `kind` whose `[` is at or behind `from`. */
  next(kind: MarkerKind, from: number): MarkerMatch | undefined {
    const kinds = [kind];
    for (let start = this.#text.indexOf('[', from); start !== -1; start = this.#text.indexOf('[', start + 1)) {
      const match = this.at(start, kinds);
      if (match !== undefined) return match;
    }
    return undefined;
  }
}

/** True when `word`, given in capitals, stands at `index` in any letter case. */
export function startsWith(text: string, word: string, index: number): boolean {
  for (let offset = 0; offset < word.length; offset++) {
    const unit = text.charCodeAt(index + offset);
    const upper = unit >= 97 && unit <= 122 ? unit - 32 : unit;
    if (upper !== word.charCodeAt(offset)) return false;
  }
  return true;
}
