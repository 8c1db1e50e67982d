/** Who of several that speak at the same time is printed when. */
export interface TurnStage {
  /** Prints lines of a turn, or keeps them until it is that turn's time. */
  say(turn: string, lines: readonly string[]): void;
  /** The turn is over: whatever it said is printed now. */
  end(turn: string): void;
  /** The turn that is printed as it comes. */
  current(): string | undefined;
  /** Somebody else has printed; the turn that goes on is named again. */
  interrupt(): void;
}

/** How a stage prints. */
export interface TurnStageOptions {
  /** Names who speaks; `goesOn` when this was done before. */
  readonly header: (turn: string, goesOn: boolean) => void;
  readonly print: (lines: readonly string[]) => void;
}

/**
 * The turn that spoke first is printed as it comes. Another is printed whole as soon as it is over, and then the first
 * goes on: nobody's answer is torn to pieces, and nobody's waits for a turn that takes an hour.
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
      else kept.set(turn, [...(kept.get(turn) ?? []), ...lines]);
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

// The gap between two blocks of an answer; after a header there is none.
function withoutGap(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line !== '');
  return first === -1 ? lines : lines.slice(first);
}
