/** The time-outs of one turn. */
export interface TurnClock {
  /** The agent wrote something. */
  sawOutput(): void;
  /** While held, silence does not count: a tool runs, or the reader is behind. */
  hold(isHeld: boolean): void;
  /** From now on a shorter silence is enough: the answer is whole, only the exit is missing. */
  expectExit(): void;
  stop(): void;
}

/** What a clock measures and whom it tells. */
export interface TurnClockOptions {
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly settleMs: number;
  readonly onTimeout: (reason: 'timed-out' | 'idle' | 'settled') => void;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Starts the clock. Output only notes the time, so that a busy stream costs no timers. */
export function startTurnClock(options: TurnClockOptions): TurnClock {
  const startedAt = performance.now();
  let lastOutputAt = startedAt;
  let isHeld = false;
  let expectsExit = false;
  let timer: NodeJS.Timeout | undefined;
  let immediate: NodeJS.Immediate | undefined;

  const idleLimitMs = (): number => (expectsExit ? options.settleMs : options.idleTimeoutMs);

  const overdue = (now: number): 'timed-out' | 'idle' | 'settled' | undefined => {
    if (now - startedAt >= options.timeoutMs) return 'timed-out';
    if (isHeld || now - lastOutputAt < idleLimitMs()) return undefined;
    return expectsExit ? 'settled' : 'idle';
  };

  const check = (): void => {
    if (overdue(performance.now()) === undefined) schedule(performance.now());
    // A host that was busy sees its timers before its pipes: what waits there is read first, then it is judged.
    else immediate = setImmediate(judge);
  };

  const judge = (): void => {
    const now = performance.now();
    const reason = overdue(now);
    if (reason === undefined) schedule(now);
    else options.onTimeout(reason);
  };

  const schedule = (now: number): void => {
    const wallLeftMs = startedAt + options.timeoutMs - now;
    // Held silence is measured anew once the hold ends, so there is nothing to wait for but the wall clock.
    const idleLeftMs = isHeld ? Number.POSITIVE_INFINITY : lastOutputAt + idleLimitMs() - now;
    clearTimeout(timer);
    const waitMs = Math.min(wallLeftMs, idleLeftMs, LONGEST_TIMER_MS);
    timer = setTimeout(check, Math.max(1, Math.ceil(waitMs)));
  };

  schedule(startedAt);
  return {
    sawOutput() {
      lastOutputAt = performance.now();
    },
    hold(held) {
      if (held === isHeld) return;
      isHeld = held;
      lastOutputAt = performance.now();
      schedule(lastOutputAt);
    },
    expectExit() {
      if (expectsExit) return;
      expectsExit = true;
      schedule(performance.now());
    },
    stop() {
      clearTimeout(timer);
      clearImmediate(immediate);
    },
  };
}
