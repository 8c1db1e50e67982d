/** How one turn is run. Everything is optional. */
export interface RunOptions {
  /** Cancels the turn when aborted; the result's status is then `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  /** Wall-clock limit of the turn. Default 30 minutes; `Infinity` for none. */
  readonly timeoutMs?: number | undefined;
  /**
   * The longest silence. Retry messages count as silence. Time in which a tool call is open, or in which the reader of
   * the events is behind, does not count. Default is the driver's, else 5 minutes; `Infinity` for none.
   */
  readonly idleTimeoutMs?: number | undefined;
  /** Time between SIGTERM and SIGKILL. Default 3 seconds. */
  readonly graceMs?: number | undefined;
  /** Working directory of the agent. Default is the host's. */
  readonly cwd?: string | undefined;
  /** Variables in addition to the allow-list; `undefined` removes one. Most names need `allowFullAccess`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * For variables of `env` that a team file chose, not the caller: the host variable that each value was read from.
   * Both names are then checked, and `HOME`, `PATH` and settings folders need `allowFullAccess` too.
   */
  readonly envSources?: Readonly<Record<string, string>> | undefined;
  /** Accept permissions `full`, and arguments and variables that can widen what the agent may do. Default false. */
  readonly allowFullAccess?: boolean | undefined;
  /** Longest line the agent may write, in bytes. Default 64 MiB. */
  readonly maxLineBytes?: number | undefined;
  /**
   * Name of an environment variable that marks the turn's processes, made by `createMarker`. With it
   * `endMarkedProcesses` can end the remaining processes after a crash. Default is a new one. Not used by turns that
   * start no process.
   */
  readonly marker?: string | undefined;
}

/** The names in `RunOptions`, for `requireNoMore`. */
export const RUN_OPTIONS: Record<keyof RunOptions, true> = {
  signal: true,
  timeoutMs: true,
  idleTimeoutMs: true,
  graceMs: true,
  cwd: true,
  env: true,
  envSources: true,
  allowFullAccess: true,
  maxLineBytes: true,
  marker: true,
};

/** The limits of a turn, with the defaults filled in. */
export interface TurnLimits {
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly graceMs: number;
  readonly maxLineBytes: number;
}

const DEFAULT_TIMEOUT_MS = 30 * 60_000;
const DEFAULT_IDLE_TIMEOUT_MS = 5 * 60_000;
const DEFAULT_GRACE_MS = 3_000;
const DEFAULT_MAX_LINE_BYTES = 64 * 1024 * 1024;

/**
 * The limits of a turn.
 *
 * @throws {RangeError} for a limit that is not a number above 0; `graceMs` may also be 0
 */
export function turnLimits(options: RunOptions, driverIdleTimeoutMs: number | undefined): TurnLimits {
  return {
    timeoutMs: positive('timeoutMs', options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
    idleTimeoutMs: positive('idleTimeoutMs', options.idleTimeoutMs ?? driverIdleTimeoutMs ?? DEFAULT_IDLE_TIMEOUT_MS),
    graceMs: notNegative('graceMs', options.graceMs ?? DEFAULT_GRACE_MS),
    maxLineBytes: positive('maxLineBytes', options.maxLineBytes ?? DEFAULT_MAX_LINE_BYTES),
  };
}

function positive(name: string, value: number): number {
  if (typeof value !== 'number' || !(value > 0)) throw new RangeError(`${name} must be a number above 0, not ${value}`);
  return value;
}

function notNegative(name: string, value: number): number {
  if (typeof value !== 'number' || !(value >= 0)) throw new RangeError(`${name} must be 0 or more, not ${value}`);
  return value;
}
