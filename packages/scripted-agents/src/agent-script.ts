/** Whose stream an agent speaks; `text` is a program that answers in plain text. */
export type Vendor = 'claude' | 'codex' | 'gemini' | 'text';

/** One thing a scripted agent does. Steps are played in order. */
export type Step =
  /** A whole piece of the answer. */
  | { readonly type: 'text'; readonly text: string }
  /** A piece of the answer bit by bit, where the vendor's stream knows bits; `delayMs` passes after each. */
  | { readonly type: 'deltas'; readonly parts: readonly string[]; readonly delayMs?: number | undefined }
  /** Answers with the prompt, exactly as it came. */
  | { readonly type: 'echo' }
  | { readonly type: 'thinking'; readonly text: string }
  /** A tool call, with its result unless `output` is left out: then the call stays open. Nothing is executed. */
  | {
      readonly type: 'tool-call';
      readonly name: string;
      readonly input: unknown;
      readonly output?: string | undefined;
      readonly isError?: boolean | undefined;
      /** Needed only to give the result later, or out of order. */
      readonly id?: string | undefined;
    }
  | {
      readonly type: 'tool-result';
      readonly id: string;
      readonly output: string;
      readonly isError?: boolean | undefined;
    }
  /** Writes a file, below its working directory unless the path is absolute. Nothing is said about it. */
  | { readonly type: 'write-file'; readonly path: string; readonly text: string }
  | { readonly type: 'delay'; readonly ms: number }
  /** A line of stdout, word for word: noise, or an event this package does not know. */
  | { readonly type: 'line'; readonly text: string }
  /** Bytes of stdout, without a line ending. */
  | { readonly type: 'bytes'; readonly base64: string }
  /** A line of that many bytes. `newline: false` leaves its end out. */
  | { readonly type: 'huge-line'; readonly bytes: number; readonly newline?: boolean | undefined }
  | { readonly type: 'stderr'; readonly text: string }
  /** The end a vendor's stream has when the turn failed, and its exit code. `status` is the HTTP status behind it. */
  | {
      readonly type: 'error';
      readonly message: string;
      readonly status?: number | undefined;
      readonly exitCode?: number | undefined;
    }
  /** The end of a turn that went well. Happens by itself when the steps run out; give it to go on after it. */
  | { readonly type: 'end' }
  /** Leaves at once, without an end event. */
  | { readonly type: 'exit'; readonly code: number }
  /** Dies by a signal, without an end event. */
  | { readonly type: 'die'; readonly signal: string }
  /** Never comes back. */
  | { readonly type: 'hang' }
  /**
   * Starts a process that does nothing for `lifetimeMs` (60,000 unless given). Detached, it is a daemon: a session of
   * its own, and its parent is gone.
   */
  | {
      readonly type: 'spawn';
      readonly detached?: boolean | undefined;
      readonly ignoreSigterm?: boolean | undefined;
      readonly lifetimeMs?: number | undefined;
    };

/** What to do when the prompt holds certain words. */
export interface Reply {
  /** Looked for in the prompt, case and all. */
  readonly when: string;
  /** The answer; short for one `text` step. */
  readonly reply?: string | undefined;
  readonly steps?: readonly Step[] | undefined;
}

/** Tokens to report; what is missing is estimated from the bytes of prompt and answer. */
export interface ScriptedUsage {
  readonly inputTokens?: number | undefined;
  readonly cachedInputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly reasoningTokens?: number | undefined;
  /** Claude only. */
  readonly costUsd?: number | undefined;
}

/** How stdout is written. */
export interface ScriptedOutput {
  /** Writes this many bytes at a time, so that lines and characters come in pieces. */
  readonly chunkBytes?: number | undefined;
  /** Pause between those pieces. Default 2, which is enough for a reader to see them apart. */
  readonly chunkDelayMs?: number | undefined;
  /** Ends lines with CR LF. */
  readonly crlf?: boolean | undefined;
  /** `false` leaves out the line ending of the last line. */
  readonly finalNewline?: boolean | undefined;
}

/** What an agent does in a turn. Plain JSON. */
export interface AgentScript {
  /**
   * Of the replies whose words are in the prompt the one whose words come **last** in it is played: prompts hold the
   * whole conversation, and what is new stands at the end.
   */
  readonly replies?: readonly Reply[] | undefined;
  /** Played when no reply fits. */
  readonly steps?: readonly Step[] | undefined;
  /** What it does with stdin: reads it to the end before it answers (default), leaves it alone, or closes it at once. */
  readonly stdin?: 'read' | 'ignore' | 'close' | undefined;
  /** Goes on after SIGTERM, SIGINT and SIGHUP. */
  readonly ignoreSignals?: boolean | undefined;
  readonly output?: ScriptedOutput | undefined;
  readonly usage?: ScriptedUsage | undefined;
  /** Of a new session; random unless given. A session asked for on the command line comes first. */
  readonly sessionId?: string | undefined;
  /** Named in the stream unless the command line names one. */
  readonly model?: string | undefined;
}
