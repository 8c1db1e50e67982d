import type { SessionState, Turn } from '../state/session-state.ts';

/** Sums over several turns. */
export interface Costs {
  readonly turns: number;
  readonly input: Known;
  readonly cached: Known;
  readonly output: Known;
  readonly usd: Known;
  readonly durationMs: number;
}

/** The sum of the reported values. */
export interface Known {
  readonly sum: number;
  /** How many turns did not report a value. */
  readonly unknown: number;
}

/** Adds up the turns that have ended. */
export function addUp(turns: readonly Turn[]): Costs {
  const ends = turns.flatMap(({ end }) => end ?? []);
  const known = (pick: (end: NonNullable<Turn['end']>) => number | undefined): Known => {
    const values = ends.map(pick);
    return {
      sum: values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
      unknown: values.filter((value) => value === undefined).length,
    };
  };
  return {
    turns: ends.length,
    input: known(({ usage }) => usage?.inputTokens),
    cached: known(({ usage }) => usage?.cachedInputTokens),
    output: known(({ usage }) => usage?.outputTokens),
    usd: known(({ costUsd }) => costUsd),
    durationMs: ends.reduce((sum, { durationMs }) => sum + durationMs, 0),
  };
}

/** Groups turns by member, in the order of the team. */
export function turnsByMember({ turns, members }: SessionState): [string, Turn[]][] {
  const all = new Map<string, Turn[]>(
    [...members.values()].filter(({ type }) => type === 'ai').map(({ id }) => [id, []]),
  );
  for (const turn of turns.values()) {
    const { member } = turn.start.call;
    const list = all.get(member);
    if (list === undefined) all.set(member, [turn]);
    else list.push(turn);
  }
  return [...all].filter(([, list]) => list.length > 0);
}

/** The data of a plot: the times in seconds, and for each member the running sum at each time. */
export function runningSums(
  byMember: readonly (readonly [string, readonly Turn[]])[],
  value: (end: NonNullable<Turn['end']>) => number | undefined,
): [times: number[], ...sums: number[][]] {
  const ends = byMember
    .flatMap(([, turns], index) => turns.flatMap(({ end }) => (end === undefined ? [] : [{ index, end }])))
    .sort((a, b) => a.end.at - b.end.at);
  const times = ends.map(({ end }) => end.at / 1_000);
  const sums = byMember.map((_, member) => {
    let sum = 0;
    return ends.map(({ index, end }) => {
      if (index === member) sum += value(end) ?? 0;
      return sum;
    });
  });
  return [times, ...sums];
}
