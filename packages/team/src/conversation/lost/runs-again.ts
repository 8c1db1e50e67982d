import type { AgentMember } from '../../team-file/team.ts';

/**
 * Whether a turn of this member that was cut off simply runs again. One that may only read has done nothing that a second
 * run could do twice. What a program of the team file's own does nobody knows, so it is not taken for read-only.
 */
export function runsAgain({ onLost, permissions, command }: AgentMember): boolean {
  if (onLost !== undefined) return onLost === 'retry';
  return permissions === 'read-only' && command === undefined;
}
