import { DEFAULT_TEAM_FILE, loadTeam, type Team } from '@ctx/team';
import { safeLine } from '../terminal/safe-text.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { findTeamFile } from './project-folder.ts';

/**
 * The team of the file named on the command line, or of this folder or the nearest above it.
 * @throws TeamFileError; UsageError when none is named and none is found, or when nobody in the team could answer
 */
export async function findTeam(file: string | undefined): Promise<Team> {
  const path = file ?? findTeamFile();
  if (path === undefined) {
    const where = `There is no ${DEFAULT_TEAM_FILE} in this folder or above it`;
    throw new UsageError(`${where}. Write one: ctx init. Or name another: -t FILE`);
  }
  const team = await loadTeam(path);
  if (team.members.some(({ type }) => type === 'ai')) return team;
  throw new UsageError(
    `The team in ${safeLine(path)} has no agents. Add a member with type: ai; ctx init writes an example.`,
  );
}
