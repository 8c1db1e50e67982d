/** One tool call of a turn, in a form to show to people. Secrets are redacted. */
export interface TrailEntry {
  /** The agent's name of the tool. */
  readonly tool: string;
  /** What it was used for, in one line: the command or the file. */
  readonly line: string;
  /** `open`: the turn ended before the tool call did. */
  readonly ended: 'ok' | 'error' | 'open';
  readonly durationMs?: number | undefined;
  /** What the agent said before this call, after the one before it: at most 4 KB of its beginning and of its end. */
  readonly said?: string | undefined;
  /** What the tool returned: at most 4 KB of its beginning and of its end. */
  readonly output?: string | undefined;
  /** The exit code of a command, where the agent tells it. */
  readonly exitCode?: number | undefined;
}
