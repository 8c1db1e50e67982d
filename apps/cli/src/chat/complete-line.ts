import type { Team } from '@ctx/team';

/** Completes `/commands` and `@names` at the start of a line. */
export function completeLine(line: string, team: Team, commands: readonly string[]): [string[], string] {
  const names = team.members.filter(({ type }) => type === 'ai').map(({ id }) => `@${id} `);
  const candidates = line.startsWith('/') ? commands : line.startsWith('@') ? [...names, '@all '] : [];
  return [candidates.filter((candidate) => candidate.startsWith(line)), line];
}
