/** Decides when each of several parallel turns is printed. */
export interface TurnStage {
  /** Prints lines of a turn, or keeps them until it can be printed. */
  say(turn: string, lines: readonly string[]): void;
  /** Ends a turn: all its kept lines are printed now. */
  end(turn: string): void;
  /** The turn that is printed live. */
  current(): string | undefined;
  /** Call it after printing something else: the next lines get a header again. */
  interrupt(): void;
}

/** How a stage prints. */
export interface TurnStageOptions {
  /** Prints the name of the turn's member; `isContinued` if the turn had a header before. */
  readonly header: (turn: string, isContinued: boolean) => void;
  readonly print: (lines: readonly string[]) => void;
}

/**
 * Creates a stage. The turn that speaks first is printed live. Another one is printed as a whole when it ends, and then
 * the first continues. So answers are not mixed, and a short answer does not wait for a turn that takes an hour.
 */
export function createTurnStage({ header, print }: TurnStageOptions): TurnStage {
  const kept = new Map<string, string[]>();
  const named = new Set<string>();
  let current: string | undefined;
  let last: string | undefined;

  function printNow(turn: string, lines: readonly string[]): void {
    const isNamed = last === turn;
    if (!isNamed) header(turn, named.has(turn));
    named.add(turn);
    last = turn;
    print(isNamed ? lines : withoutGap(lines));
  }

  return {
    say(turn, lines) {
      current ??= turn;
      if (turn === current) printNow(turn, lines);
      else {
        const before = kept.get(turn) ?? [];
        for (const line of lines) before.push(line);
        kept.set(turn, before);
      }
    },
    end(turn) {
      const lines = kept.get(turn);
      kept.delete(turn);
      named.delete(turn);
      if (lines !== undefined) printNow(turn, lines);
      last = undefined;
      if (turn !== current) return;
      const [next] = kept;
      current = next?.[0];
      if (next === undefined) return;
      kept.delete(next[0]);
      printNow(...next);
    },
    current: () => current,
    interrupt() {
      last = undefined;
    },
  };
}

// An answer may start with the gap between two blocks; after a header it is not needed.
function withoutGap(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line !== '');
  return first === -1 ? lines : lines.slice(first);
}
