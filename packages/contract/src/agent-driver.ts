import type { AgentEvent } from './agent-event.ts';
import type { AgentType } from './agent-type.ts';
import type { TurnInput } from './turn-input.ts';
import type { TurnResult } from './turn-result.ts';

/** A file the runner writes (mode 0600) before the process starts and removes after it. */
export interface PlannedFile {
  /** Plain file name. Wherever `args` or `env` values hold `{file:NAME}`, the runner puts in its path. */
  readonly name: string;
  readonly content: string;
}

/** How a process is to be started. Pure data: making it touches nothing. */
export interface CommandPlan {
  /** Program name or path. */
  readonly file: string;
  readonly args: readonly string[];
  /** Variables set besides the allow-list; `undefined` takes one out. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: string | readonly Uint8Array[];
  readonly files?: readonly PlannedFile[] | undefined;
  /**
   * Better programs to run than `file`, as paths relative to the folder `file` was found in, links resolved: the first
   * that exists is taken. Some CLIs install a wrapper script next to the program that does the work.
   */
  readonly besideFile?: readonly string[] | undefined;
  /** What in this plan gives the agent more than its permissions say. The runner refuses it unless full access is allowed. */
  readonly needsFullAccess?: string | undefined;
}

/** How a process ended, as far as the operating system tells. */
export interface ProcessExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The end of what it wrote to stderr. */
  readonly stderr: string;
}

/**
 * Reads one turn's output, line by line. Belongs to that turn alone, and never throws, whatever the agent wrote.
 */
export interface TurnParser {
  /**
   * The events of a line that is a JSON object. Blanks, a byte order mark and terminal escapes before the object are no
   * part of it. Left out where the output is text and not JSON: then every line comes as `text`.
   */
  json?(value: Readonly<Record<string, unknown>>): AgentEvent[];
  /**
   * The events of any other line, without its line ending: noise, a torn line, a blank one, JSON that is not an object
   * (`7`, `null`, `[1]`).
   */
  text(line: string): AgentEvent[];
  /** The outcome. Its end event decides, even against the exit code; a stream without one has failed. */
  finish(exit: ProcessExit): TurnResult;
  /** True once an end event was read: a process that then neither speaks nor exits is ended without waiting for a time-out. */
  readonly ended?: boolean | undefined;
}

/** Where an agent keeps its sessions on disk. Each is one file. */
export interface SessionFolder {
  /** The folder, from the environment the agent runs in. */
  folder(env: Readonly<Record<string, string | undefined>>): string;
  /** How the name of a session's file ends; `undefined` for an id that no session of the agent can have. */
  fileEnd(sessionId: string): string | undefined;
}

/** An agent that is a program. Stateless: any number of turns may run at once. */
export interface ProcessDriver {
  readonly kind: 'process';
  readonly agentType: AgentType;
  /**
   * How far the agent's own sessions can be trusted: `keep` where a resumed session has all that was said in it, `fresh`
   * where every turn should start a new one. Default `fresh`.
   */
  readonly sessions?: 'keep' | 'fresh' | undefined;
  /**
   * A resumed turn goes on in a copy of the session, with an id of its own; until it has completed, the session is as it
   * was. Without it, a turn that does not complete costs the session.
   */
  readonly forks?: boolean | undefined;
  /** With it a session is checked before it is resumed, and removed when nobody will resume it. */
  readonly sessionFolder?: SessionFolder | undefined;
  command(input: TurnInput): CommandPlan;
  createParser(input: TurnInput): TurnParser;
  /** Names of variables this agent may inherit besides the common ones. */
  readonly inheritEnv?: readonly string[] | undefined;
  /** Shown when the program is not found. */
  readonly installCommand?: string | undefined;
  /** Idle time-out of this driver where the caller gives none; `Infinity` for none. */
  readonly idleTimeoutMs?: number | undefined;
}

/** An agent that is reached through an API. The last event is `turn-end`. */
export interface StreamDriver {
  readonly kind: 'stream';
  readonly agentType: AgentType;
  stream(input: TurnInput, options: { readonly signal: AbortSignal }): AsyncIterable<AgentEvent>;
}

/** Anything that can take a turn. */
export type AgentDriver = ProcessDriver | StreamDriver;
