/** The CLI whose stream format an agent uses. `text` is a program that answers in plain text. */
export type Vendor = 'claude' | 'codex' | 'gemini' | 'text';

/** One thing a scripted agent does. Steps are played in order. */
export type Step =
  /** A whole piece of the answer. */
  | { readonly type: 'text'; readonly text: string }
  /** A piece of the answer in several parts, if the vendor's stream has text deltas. Waits `delayMs` after each part. */
  | { readonly type: 'deltas'; readonly parts: readonly string[]; readonly delayMs?: number | undefined }
  /** Answers with the prompt, unchanged. */
  | { readonly type: 'echo' }
  | { readonly type: 'thinking'; readonly text: string }
  /** A tool call with its result. Without `output`, the call stays open. Nothing is executed. */
  | {
      readonly type: 'tool-call';
      readonly name: string;
      readonly input: unknown;
      readonly output?: string | undefined;
      readonly isError?: boolean | undefined;
      /** Needed only for a later `tool-result` step. */
      readonly id?: string | undefined;
    }
  | {
      readonly type: 'tool-result';
      readonly id: string;
      readonly output: string;
      readonly isError?: boolean | undefined;
    }
  /** Writes a file. A relative path starts at the working directory. The stream does not mention it. */
  | { readonly type: 'write-file'; readonly path: string; readonly text: string }
  | { readonly type: 'delay'; readonly ms: number }
  /** Waits until this file exists, so that a test decides when the agent goes on. A relative path as in `write-file`. */
  | { readonly type: 'wait-for-file'; readonly path: string }
  /** A line of stdout, unchanged: noise, or an event that this package does not know. */
  | { readonly type: 'line'; readonly text: string }
  /** Bytes of stdout, without a line ending. */
  | { readonly type: 'bytes'; readonly base64: string }
  /** A line of that many bytes. `newline: false` leaves out its line ending. */
  | { readonly type: 'huge-line'; readonly bytes: number; readonly newline?: boolean | undefined }
  | { readonly type: 'stderr'; readonly text: string }
  /** The vendor's last events and exit code for a failed turn. `status` is the HTTP status that caused the failure. */
  | {
      readonly type: 'error';
      readonly message: string;
      readonly status?: number | undefined;
      readonly exitCode?: number | undefined;
    }
  /** The vendor's last events for a successful turn. Only needed if more steps follow: it is added after the last step. */
  | { readonly type: 'end' }
  /** Exits at once, without an end event. */
  | { readonly type: 'exit'; readonly code: number }
  /** Dies by a signal, without an end event. */
  | { readonly type: 'die'; readonly signal: string }
  /** Waits until it is killed. */
  | { readonly type: 'hang' }
  /**
   * Starts a process that does nothing for `lifetimeMs` (default 60,000). A detached one is a daemon: it has its own
   * process session and no living parent.
   */
  | {
      readonly type: 'spawn';
      readonly detached?: boolean | undefined;
      readonly ignoreSigterm?: boolean | undefined;
      readonly lifetimeMs?: number | undefined;
    };

/** The answer to prompts that contain a certain text. */
export interface Reply {
  /** The text to look for in the prompt. Case matters. */
  readonly when: string;
  /** The answer. Short for one `text` step. */
  readonly reply?: string | undefined;
  readonly steps?: readonly Step[] | undefined;
}

/** The usage to report. Missing token counts of prompt and answer are estimated from their bytes; the rest is 0. */
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
  /** Writes this many bytes at a time, so that lines and characters are split. */
  readonly chunkBytes?: number | undefined;
  /** The pause between those chunks. Default 2, which is enough for a reader to receive them one by one. */
  readonly chunkDelayMs?: number | undefined;
  /** Ends lines with CR LF. */
  readonly crlf?: boolean | undefined;
  /** `false` leaves out the line ending of the last line. */
  readonly finalNewline?: boolean | undefined;
}

/** What an agent does in a turn. Plain JSON. */
export interface AgentScript {
  /**
   * If several replies match, the one whose `when` comes **last** in the prompt is played: a prompt holds the whole
   * conversation, and the newest message is at its end.
   */
  readonly replies?: readonly Reply[] | undefined;
  /** Played if no reply matches. */
  readonly steps?: readonly Step[] | undefined;
  /** Whether it reads stdin to the end before it answers (default), ignores it, or closes it at once. */
  readonly stdin?: 'read' | 'ignore' | 'close' | undefined;
  /** Continues after SIGTERM, SIGINT and SIGHUP. */
  readonly ignoreSignals?: boolean | undefined;
  readonly output?: ScriptedOutput | undefined;
  readonly usage?: ScriptedUsage | undefined;
  /** The id of a new session, unless the command line names a session. Default: random. */
  readonly sessionId?: string | undefined;
  /** The model named in the stream, unless the command line names one. */
  readonly model?: string | undefined;
}
