import { createHash } from 'node:crypto';
import { type ParseTeamOptions, parseTeam } from './parse-team.ts';
import { readRegularFile } from './read-regular-file.ts';
import type { Team } from './team.ts';
import { TeamFileError } from './team-file-error.ts';

/** Name of the team file that the app looks for when none is given. */
export const DEFAULT_TEAM_FILE = 'ctx.team.yaml';

const MAX_TEAM_FILE_BYTES = 16 * 1024 * 1024;

/**
 * Reads and checks a team file, YAML or JSON.
 * @throws TeamFileError when the file cannot be read, or with all problems that were found in it.
 */
export async function loadTeam(path: string, options: Omit<ParseTeamOptions, 'file'> = {}): Promise<Team> {
  let bytes: Buffer;
  try {
    bytes = await readRegularFile(path, MAX_TEAM_FILE_BYTES);
  } catch (cause) {
    throw new TeamFileError([{ file: path, field: '', message: unreadable(cause) }], { cause });
  }
  const team = parseTeam(bytes.toString('utf8'), { ...options, file: path });
  return { ...team, fileHash: createHash('sha256').update(bytes).digest('hex') };
}

function unreadable(cause: unknown): string {
  const code = (cause as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') return 'there is no such file; `ctx init` writes one';
  if (code === 'EISDIR') return 'is a folder; name the team file in it';
  if (code === 'EACCES') return 'cannot be read by this user';
  return `cannot be read: ${(cause as Error).message}`;
}
