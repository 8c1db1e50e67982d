import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DEFAULT_TEAM_FILE, loadTeam, type Team } from '@ctx/team';
import { agentsOf } from '../agents/agents-of.ts';
import { ownCommand } from '../terminal/own-command.ts';
import { safeLine } from '../terminal/safe-text.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { isInsideAny } from '../trust/named-files.ts';
import { findTeamFile } from './project-folder.ts';

/**
 * Loads the team file given on the command line, else the one in this folder or the nearest folder above it.
 * @throws TeamFileError if the file has a mistake.
 * @throws UsageError if there is no team file, or if the team has no agents.
 */
export async function findTeam(file: string | undefined): Promise<Team> {
  if (file === '') throw new UsageError('-t needs the name of a file.');
  const path = file ?? findTeamFile();
  if (path === undefined) {
    const where = `There is no ${DEFAULT_TEAM_FILE} in this folder or above it`;
    throw new UsageError(`${where}. Write one: ${ownCommand()} init. Or name one: -t FILE`);
  }
  const team = await loadTeam(path, { hasFile: mayBeThere(dirname(resolve(path))) });
  if (agentsOf(team).length > 0) return team;
  throw new UsageError(
    `The team in ${safeLine(path)} has no agents. Add a member with "type: ai"; ${ownCommand()} init writes an example.`,
  );
}

// A file outside the folder is not looked for: the team file may not be trusted yet.
function mayBeThere(folder: string): (path: string) => boolean {
  return (path) => !isInsideAny(path, [folder]) || existsSync(path);
}
