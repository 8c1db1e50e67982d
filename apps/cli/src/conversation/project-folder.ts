import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DEFAULT_SESSIONS_DIRECTORY, DEFAULT_TEAM_FILE } from '@ctx/team';

const TEAM_FILES = [DEFAULT_TEAM_FILE, 'ctx.team.yml', 'ctx.team.json'];

/** The team file that is meant when none is named: in this folder, or in the nearest above it. */
export function findTeamFile(folder = '.'): string | undefined {
  const here = TEAM_FILES.map((name) => join(folder, name)).find((path) => existsSync(path));
  const above = dirname(resolve(folder));
  return here ?? (above === resolve(folder) ? undefined : findTeamFile(above));
}

/** Where the sessions of this folder are: in it, or where the team file is that counts here. */
export function sessionsDirectory(): string {
  const teamFile = existsSync(DEFAULT_SESSIONS_DIRECTORY) ? undefined : findTeamFile();
  return join(teamFile === undefined ? '.' : dirname(teamFile), DEFAULT_SESSIONS_DIRECTORY);
}
