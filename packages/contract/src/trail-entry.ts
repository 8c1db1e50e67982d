/** One thing an agent did in a turn, as people are told of it. Secrets are taken out. */
export interface TrailEntry {
  /** The tool, as the agent calls it. */
  readonly tool: string;
  /** What it was used for, in one line: the command, the file. */
  readonly line: string;
  /** `open`: the turn ended before the tool did. */
  readonly ended: 'ok' | 'error' | 'open';
  readonly durationMs?: number | undefined;
}
