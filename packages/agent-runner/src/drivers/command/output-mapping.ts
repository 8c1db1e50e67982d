/**
 * Conditions on one JSON line: each key is a path (`part.type`, list positions as numbers), each value what must be
 * there. All must hold.
 */
export type Where = Readonly<Record<string, string | number | boolean | null>>;

/** Where in which lines something is found. */
export interface Place {
  /** Which lines. Without it every line that has something at `path`. */
  readonly where?: Where | undefined;
  /** Path of the value: keys joined by dots; `*` stands for every element of a list. */
  readonly path: string;
}

/** When a line means that the turn failed. */
export interface ErrorMapping {
  readonly where?: Where | undefined;
  /** Path of the error's words; with `startsWith` the line counts only when they begin so. */
  readonly path?: string | undefined;
  readonly startsWith?: string | undefined;
  /** Path of an HTTP status; it decides about the error code before the words do. */
  readonly status?: string | undefined;
}

/** How tool calls and their results are told. */
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

/** One path of a count, or several whose counts are added. */
export type CountPath = string | readonly string[];

/** Where the turn's token counts are, in the lines of `where`. */
export interface UsageMapping {
  readonly where: Where;
  /** Each line counts a part of the turn: they are added. Without it the last line counts. */
  readonly add?: boolean | undefined;
  /** All input, the cached included. */
  readonly inputTokens?: CountPath | undefined;
  readonly cachedInputTokens?: CountPath | undefined;
  readonly outputTokens?: CountPath | undefined;
  readonly reasoningTokens?: CountPath | undefined;
}

/** What a program's JSON lines mean, in data. */
export interface JsonlMapping {
  readonly format: 'jsonl';
  /** A whole piece of answer; the last one is the final text. */
  readonly text: Place;
  /** Answer text as it is written. A whole piece that repeats it is not delivered again. */
  readonly delta?: Place | undefined;
  /** The line that ends a turn; with `ok` it completed only if these hold too. Without `end` the exit code decides. */
  readonly end?: { readonly where: Where; readonly ok?: Where | undefined } | undefined;
  readonly error?: ErrorMapping | readonly ErrorMapping[] | undefined;
  readonly tools?: ToolsMapping | undefined;
  /** Native session to resume. */
  readonly sessionId?: Place | undefined;
  readonly usage?: UsageMapping | undefined;
}

/** What a program prints: the answer as it is, or JSON lines described by a mapping. */
export type OutputMapping = { readonly format: 'text' } | JsonlMapping;
