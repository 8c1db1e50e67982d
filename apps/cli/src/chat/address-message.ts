import type { Team } from '@ctx/team';

/** What a person typed, and whom it is for. */
export interface AddressedText {
  readonly text: string;
  /** A name as it was typed; missing when the text names nobody. */
  readonly to?: string | undefined;
}

/** `@sarah, …` is for Sarah, whether there is one or not; `\@sarah` is just text. */
export function readAddressee(typed: string): AddressedText {
  if (typed.startsWith('\\@')) return { text: typed.slice(1) };
  return { text: typed, to: /^@([^\s,:]+)/.exec(typed)?.[1] };
}

/** Completes `/commands` and `@names` at the start of a line. */
export function completeLine(line: string, team: Team, commands: readonly string[]): [string[], string] {
  const names = team.members.filter(({ type }) => type === 'ai').map(({ id }) => `@${id} `);
  const candidates = line.startsWith('/') ? commands : line.startsWith('@') ? names : [];
  return [candidates.filter((candidate) => candidate.startsWith(line)), line];
}
