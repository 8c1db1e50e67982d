import { createMemberDirectory, type Team } from '@ctx/team';

/** `@sarah, …`: the id of the member it names. Undefined when it names nobody in the team. */
export function addresseeOf(text: string, team: Team): string | undefined {
  const name = /^@([^\s,:]+)/.exec(text)?.[1];
  return name === undefined ? undefined : createMemberDirectory(team).find(name)?.id;
}

/** Completes `/commands` and `@names` at the start of a line. */
export function completeLine(line: string, team: Team, commands: readonly string[]): [string[], string] {
  const names = team.members.filter(({ type }) => type === 'ai').map(({ id }) => `@${id} `);
  const candidates = line.startsWith('/') ? commands : line.startsWith('@') ? names : [];
  return [candidates.filter((candidate) => candidate.startsWith(line)), line];
}
