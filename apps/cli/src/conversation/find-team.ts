import { existsSync } from 'node:fs';
import { DEFAULT_TEAM_FILE, loadTeam, type Team } from '@ctx/team';
import { UsageError } from '../terminal/usage-error.ts';

const OTHER_NAMES = ['ctx.team.yml', 'ctx.team.json'];

/** The team file that is used when none is named: the first of the usual names that is there. */
export function usualTeamFile(): string {
  return [DEFAULT_TEAM_FILE, ...OTHER_NAMES].find((name) => existsSync(name)) ?? DEFAULT_TEAM_FILE;
}

/**
 * The team of the file named on the command line, or of this folder.
 * @throws TeamFileError, and UsageError when none is named and none is here
 */
export async function findTeam(file: string | undefined): Promise<Team> {
  if (file !== undefined) return loadTeam(file);
  const usual = usualTeamFile();
  if (existsSync(usual)) return loadTeam(usual);
  throw new UsageError(`There is no ${usual} in this folder. Write one: ctx init. Or name another: -t FILE`);
}
