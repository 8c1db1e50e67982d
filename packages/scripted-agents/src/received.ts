import { readFileSync } from 'node:fs';

/** What one run of a scripted agent received and did, for a test to look at afterwards. */
export interface ReceivedTurn {
  readonly pid: number;
  /** The arguments after its own: what a vendor's CLI would have been given. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** Names of all variables it saw. Values are not kept. */
  readonly envNames: readonly string[];
  /** Everything that came on stdin, as text; missing when it did not read it to the end. */
  readonly stdin?: string | undefined;
  readonly stdinBytes?: number | undefined;
  /** Signals it noticed; only an agent with `ignoreSignals` notices any. */
  readonly signals: readonly string[];
  /** Processes it started. */
  readonly spawned: readonly number[];
}

type Entry =
  | { pid: number; event: 'start'; args: string[]; cwd: string; envNames: string[] }
  | { pid: number; event: 'stdin'; text: string; bytes: number }
  | { pid: number; event: 'signal'; signal: string }
  | { pid: number; event: 'spawn'; child: number };

/** Reads the file given as `received`: one entry a run, in the order they started. A missing file is no runs. */
export function readReceived(path: string): ReceivedTurn[] {
  const turns = new Map<number, ReceivedTurn & { signals: string[]; spawned: number[] }>();
  for (const line of linesOf(path)) {
    const entry = JSON.parse(line) as Entry;
    if (entry.event === 'start') {
      const { pid, args, cwd, envNames } = entry;
      turns.set(pid, { pid, args, cwd, envNames, signals: [], spawned: [] });
      continue;
    }
    const turn = turns.get(entry.pid);
    if (turn === undefined) continue;
    if (entry.event === 'stdin') turns.set(entry.pid, { ...turn, stdin: entry.text, stdinBytes: entry.bytes });
    if (entry.event === 'signal') turn.signals.push(entry.signal);
    if (entry.event === 'spawn') turn.spawned.push(entry.child);
  }
  return [...turns.values()];
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
