import type { AgentEvent } from './agent-event.ts';
import type { AgentType } from './agent-type.ts';
import type { TurnInput } from './turn-input.ts';
import type { TurnResult } from './turn-result.ts';

/** A file that the runner writes (mode 0600) before the process starts, and removes after it ends. */
export interface PlannedFile {
  /** Plain file name. The runner replaces `{file:NAME}` in `args` and in values of `env` by the file's path. */
  readonly name: string;
  readonly content: string;
}

/** Where a turn runs. Both paths are absolute. */
export interface Place {
  /** The turn's folder, by the path the caller gave. */
  readonly cwd: string;
  /** The same folder with links resolved. */
  readonly realCwd: string;
}

/** How to start a process. Pure data: making a plan has no side effects. */
export interface CommandPlan {
  /** Program name or path. */
  readonly file: string;
  readonly args: readonly string[];
  /** Variables to set in addition to the inherited ones. `undefined` removes a variable. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What standard input holds: the prompt, whole before the program starts. */
  readonly stdin: string | readonly Uint8Array[];
  readonly files?: readonly PlannedFile[] | undefined;
  /**
   * Programs to run instead of `file`, as paths relative to the folder in which `file` was found, links resolved. The
   * first that exists is run. Some CLIs install a wrapper script next to the program that does the work.
   */
  readonly besideFile?: readonly string[] | undefined;
  /**
   * Names the part of this plan that exceeds the agent's permissions. The runner refuses it unless full access is
   * allowed.
   */
  readonly needsFullAccess?: string | undefined;
}

/** How a process ended, as reported by the operating system. */
export interface ProcessExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The end of its stderr output. */
  readonly stderr: string;
}

/**
 * Reads the output of one turn, line by line. Belongs to that turn only, and never throws, whatever the agent wrote.
 */
export interface TurnParser {
  /**
   * The events of a line that is a JSON object. Spaces, a byte order mark and terminal escapes before the object are
   * ignored. A parser of plain text leaves this method out, and gets every line as `text`.
   */
  json?(value: Readonly<Record<string, unknown>>): AgentEvent[];
  /**
   * The events of any other line, without its line ending: noise, an incomplete line, a blank line, JSON that is not an
   * object (`7`, `null`, `[1]`).
   */
  text(line: string): AgentEvent[];
  /**
   * The events of a line on stderr, of which only the beginning is given if it is very long. Leave it out unless the
   * agent tells there what it tells nowhere else.
   */
  stderr?(line: string): AgentEvent[];
  /**
   * The result of the turn. The agent's end event decides, even against the exit code. Without one the turn has failed.
   */
  finish(exit: ProcessExit): TurnResult;
  /** True once an end event was read. A process that is then silent but does not exit is ended before its time-out. */
  readonly ended?: boolean | undefined;
}

/** Where an agent keeps its sessions on disk, one file each. */
export interface SessionFolder {
  /** Path of the folder, given the agent's environment. */
  folder(env: Readonly<Record<string, string | undefined>>): string;
  /** The end of the file name of a session. `undefined` for an id that is not valid for this agent. */
  fileEnd(sessionId: string): string | undefined;
}

/** An agent that is a program. A driver has no state, so any number of turns may run at once. */
export interface ProcessDriver {
  readonly kind: 'process';
  readonly agentType: AgentType;
  /**
   * Whether the agent's own sessions are reliable. `keep`: a resumed session has its whole history. `fresh`: every turn
   * should start a new session. Default `fresh`.
   */
  readonly sessions?: 'keep' | 'fresh' | undefined;
  /**
   * True if a resumed turn continues in a copy of the session with a new id. The session then stays unchanged if the
   * turn does not complete. Without forks, a turn that does not complete makes the session unusable. Default false.
   */
  readonly forks?: boolean | undefined;
  /**
   * True if a resumed turn takes the system text it is given, in place of the one its session began with. A change of
   * instructions then costs no session. Default false.
   */
  readonly takesNewSystemText?: boolean | undefined;
  /** Lets the runner check a session before it resumes it, and remove one that is no longer needed. */
  readonly sessionFolder?: SessionFolder | undefined;
  /** The process to start for a turn. Pure: `place` is the only thing it knows about the disk. */
  command(input: TurnInput, place: Place): CommandPlan;
  /** A new parser for the output of one turn. */
  createParser(input: TurnInput): TurnParser;
  /** Names of environment variables that this agent inherits in addition to the common ones. */
  readonly inheritEnv?: readonly string[] | undefined;
  /** Shown if the program is not found. */
  readonly installCommand?: string | undefined;
  /** Default idle time-out of this driver. `Infinity` for none. */
  readonly idleTimeoutMs?: number | undefined;
}

/** An agent behind an API. */
export interface StreamDriver {
  readonly kind: 'stream';
  readonly agentType: AgentType;
  /** Runs one turn. The last event is `turn-end`. */
  stream(input: TurnInput, options: { readonly signal: AbortSignal }): AsyncIterable<AgentEvent>;
}

/** An agent of either kind. */
export type AgentDriver = ProcessDriver | StreamDriver;
