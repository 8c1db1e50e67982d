import { readFileSync } from 'node:fs';

/** What one run of a scripted agent received and did, for tests to check. */
export interface ReceivedTurn {
  readonly pid: number;
  /** The vendor's arguments, without the player's own. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** The names of its environment variables. Values are not recorded. */
  readonly envNames: readonly string[];
  /** All of stdin as text; missing if it did not read stdin to the end. */
  readonly stdin?: string | undefined;
  readonly stdinBytes?: number | undefined;
  /** The signals it received. Only an agent with `ignoreSignals` records them. */
  readonly signals: readonly string[];
  /** The PIDs of the processes it started. */
  readonly spawned: readonly number[];
}

type Entry =
  | { pid: number; event: 'start'; args: string[]; cwd: string; envNames: string[] }
  | { pid: number; event: 'stdin'; text: string; bytes: number }
  | { pid: number; event: 'signal'; signal: string }
  | { pid: number; event: 'spawn'; child: number };

/** Reads the `received` file of an agent: one entry per run, in the order they started. A missing file means no runs. */
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
