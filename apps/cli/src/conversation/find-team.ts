import { existsSync } from 'node:fs';
import { DEFAULT_TEAM_FILE, loadTeam, type Team } from '@ctx/team';

const OTHER_NAMES = ['ctx.team.yml', 'ctx.team.json'];

/** The team file that is used when none is named: the first of the usual names that is there. */
export function usualTeamFile(): string {
  return [DEFAULT_TEAM_FILE, ...OTHER_NAMES].find((name) => existsSync(name)) ?? DEFAULT_TEAM_FILE;
}

/**
 * The team of the file named on the command line, or of this folder.
 * @throws TeamFileError
 */
export function findTeam(file: string | undefined): Promise<Team> {
  return loadTeam(file ?? usualTeamFile());
}
