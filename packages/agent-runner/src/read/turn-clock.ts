/** The time-outs of one turn. */
export interface TurnClock {
  /** Restarts the idle time: the agent wrote something. */
  sawOutput(): void;
  /** While held, silence does not count: a tool is running, or the reader is behind. */
  hold(isHeld: boolean): void;
  /** From now on `settleMs` is the limit for silence: the answer is complete, only the exit is missing. */
  expectExit(): void;
  stop(): void;
}

/** The limits of a clock, and the function it calls. */
export interface TurnClockOptions {
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly settleMs: number;
  readonly onTimeout: (reason: 'timed-out' | 'idle' | 'settled') => void;
}

/** A timer that is this late was held up by more than a busy event loop. */
const PAUSE_MS = 200;
/** Only a pause during a timer's last moment makes it late. So no timer is long compared with the pauses that matter. */
const LONGEST_WAIT_MS = 10_000;

/** Starts the clock. Output only records the time and sets no timer, so that a busy stream stays fast. */
export function startTurnClock(options: TurnClockOptions): TurnClock {
  let startedAt = performance.now();
  let lastOutputAt = startedAt;
  let isHeld = false;
  let expectsExit = false;
  let dueAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let immediate: NodeJS.Immediate | undefined;

  const idleLimitMs = (): number => (expectsExit ? options.settleMs : options.idleTimeoutMs);

  const overdue = (now: number): 'timed-out' | 'idle' | 'settled' | undefined => {
    if (now - startedAt >= options.timeoutMs) return 'timed-out';
    if (isHeld || now - lastOutputAt < idleLimitMs()) return undefined;
    return expectsExit ? 'settled' : 'idle';
  };

  // After the host was busy, timers fire before pipes are read. `setImmediate` lets the waiting output be read first.
  const checkAfterReading = (): void => {
    forgetPause(performance.now());
    immediate = setImmediate(check);
  };

  /** A timer that fires much too late says that the host slept. Nobody was silent or at work in that time. */
  const forgetPause = (now: number): void => {
    const lateMs = now - dueAt;
    if (lateMs < PAUSE_MS) return;
    startedAt += lateMs;
    lastOutputAt = now;
  };

  const check = (): void => {
    const now = performance.now();
    const reason = overdue(now);
    if (reason === undefined) schedule(now);
    else options.onTimeout(reason);
  };

  const schedule = (now: number): void => {
    const wallLeftMs = startedAt + options.timeoutMs - now;
    // When the hold ends the idle time starts again, so until then only the wall clock matters.
    const idleLeftMs = isHeld ? Number.POSITIVE_INFINITY : lastOutputAt + idleLimitMs() - now;
    clearTimeout(timer);
    const waitMs = Math.max(1, Math.ceil(Math.min(wallLeftMs, idleLeftMs, LONGEST_WAIT_MS)));
    dueAt = now + waitMs;
    timer = setTimeout(checkAfterReading, waitMs);
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
