/**
 * Conditions on one JSON line. Each key is a path (`part.type`, list positions as numbers), each value the one it must
 * have. All must match.
 */
export type Where = Readonly<Record<string, string | number | boolean | null>>;

/** Where a value is: in which lines, and at which path. */
export interface Place {
  /** Which lines. Without it, every line that has a value at `path`. */
  readonly where?: Where | undefined;
  /** Path of the value: keys joined by dots; `*` stands for every element of a list. */
  readonly path: string;
}

/** Which line ends a turn. */
export interface EndMapping {
  readonly where: Where;
  /** With it, the turn is completed only if the line meets these conditions too. */
  readonly ok?: Where | undefined;
}

/** Which lines mean that the turn failed. */
export interface ErrorMapping {
  readonly where?: Where | undefined;
  /** Path of the error message. With `startsWith` the line counts only if the message begins with it. */
  readonly path?: string | undefined;
  readonly startsWith?: string | undefined;
  /** Path of an HTTP status. It decides the error code; without one, the message does. */
  readonly status?: string | undefined;
}

/** Where tool calls and their results are. `where` says in which lines; the rest are paths. */
export interface ToolsMapping {
  readonly call?:
    | { readonly where: Where; readonly id: string; readonly name: string; readonly input?: string | undefined }
    | undefined;
  readonly result?:
    | {
        readonly where: Where;
        readonly id: string;
        readonly output?: string | undefined;
        /** Conditions under which the result is an error. */
        readonly error?: Where | undefined;
      }
    | undefined;
}

/** The path of a count, or several paths whose counts are added. */
export type CountPath = string | readonly string[];

/** Where the token counts of a turn are, in the lines of `where`. */
export interface UsageMapping {
  readonly where: Where;
  /** True if each line reports a part of the turn, so that the counts are added up. Default: the last line counts. */
  readonly add?: boolean | undefined;
  /** All input tokens, including the cached ones. */
  readonly inputTokens?: CountPath | undefined;
  readonly cachedInputTokens?: CountPath | undefined;
  readonly outputTokens?: CountPath | undefined;
  readonly reasoningTokens?: CountPath | undefined;
}

/** Describes the JSON lines of a program. */
export interface JsonlMapping {
  readonly format: 'jsonl';
  /** A complete part of the answer. The last one is the final text. */
  readonly text: Place;
  /** Answer text while it is written. A complete part that repeats it is not delivered again. */
  readonly delta?: Place | undefined;
  /** The line that ends a turn. Without it the exit code decides. */
  readonly end?: EndMapping | undefined;
  readonly error?: ErrorMapping | readonly ErrorMapping[] | undefined;
  readonly tools?: ToolsMapping | undefined;
  /** Id of the program's own session, to resume it later. */
  readonly sessionId?: Place | undefined;
  readonly usage?: UsageMapping | undefined;
}

/** The format of a program's output: the answer as plain text, or JSON lines. */
export type OutputMapping = { readonly format: 'text' } | JsonlMapping;
