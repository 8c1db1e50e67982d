import type { AgentMember } from '../../team-file/team.ts';

/**
 * Whether a turn of this member that was cut off simply runs again. One that may only read has done nothing that a second
 * run could do twice. What an unrestricted program did nobody knows.
 */
export function runsAgain({ onLost, permissions }: AgentMember): boolean {
  if (onLost !== undefined) return onLost === 'retry';
  return permissions === 'read-only';
}
