/** How one turn is run. Everything is optional. */
export interface RunOptions {
  /** Ends the turn; the result is then `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  /** Wall-clock limit of the turn. Default 30 minutes; `Infinity` for none. */
  readonly timeoutMs?: number | undefined;
  /**
   * How long the agent may write nothing. Does not run while a tool call is open, nor while the reader of the events is
   * behind. Default is the driver's, else 5 minutes; `Infinity` for none.
   */
  readonly idleTimeoutMs?: number | undefined;
  /** Time between SIGTERM and SIGKILL. Default 3 seconds. */
  readonly graceMs?: number | undefined;
  /** Folder the agent works in. Default is the host's. */
  readonly cwd?: string | undefined;
  /** Variables besides the allow-list; `undefined` takes one out. All but a few harmless names need `allowFullAccess`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * Where variables of `env` come from, by name, when somebody other than the caller chose them: a team file. Then the
   * source is judged like the name, and `HOME`, `PATH` and folders of settings need `allowFullAccess` too.
   */
  readonly envSources?: Readonly<Record<string, string>> | undefined;
  /** Accept permissions `full`, and arguments and variables that can widen what the agent may do. Default false. */
  readonly allowFullAccess?: boolean | undefined;
  /** Longest line the agent may write, in bytes. Default 64 MiB. */
  readonly maxLineBytes?: number | undefined;
  /**
   * Name of the variable that the turn's processes carry, made by `createMarker`. Whoever keeps it can end what is left of
   * the turn after a crash, with `endMarkedProcesses`. Default is a new one. A turn that starts no process has no use for it.
   */
  readonly marker?: string | undefined;
}

/** `RunOptions` with the defaults filled in. */
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
 * @throws {RangeError} for a limit that is not a number above zero
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
