import { dirname, resolve } from 'node:path';
import type { MemberProblem } from './check-members.ts';
import type { ParseTeamOptions } from './parse-team.ts';
import type { TeamFileContent } from './team-schema.ts';

/** The instruction files that are missing. Empty if the caller does not say how to look for files. */
export function checkInstructionFiles(
  members: TeamFileContent['members'],
  { file = '', hasFile }: Pick<ParseTeamOptions, 'file' | 'hasFile'>,
): MemberProblem[] {
  return members.flatMap((member, index) => {
    if (hasFile === undefined || member.type !== 'ai' || member.instructionFile === undefined) return [];
    if (hasFile(resolve(dirname(file), member.instructionFile))) return [];
    const message = `there is no file ${member.instructionFile} beside the team file`;
    return [{ path: ['members', index, 'instructionFile'], message }];
  });
}
