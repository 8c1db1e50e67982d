import { oneLine } from '@ctx/agent-runner';
import type { NewMessage, TurnResult } from '@ctx/contract';
import { SYSTEM_SPEAKER } from '../../members/system-speaker.ts';
import type { TeamMember } from '../../team-file/team.ts';

const LONGEST_REASON = 300;

/**
 * The system message about a turn that did not complete. `partial`: the transcript has a part of the answer. `standIn`:
 * the member who answers instead.
 */
export function failureMessage(
  member: TeamMember,
  result: TurnResult,
  partial: boolean,
  at: number,
  standIn?: TeamMember,
): NewMessage {
  const what = partial ? `${member.label}'s answer above is incomplete` : `${member.label} did not answer`;
  const why =
    result.status === 'cancelled'
      ? 'the turn was cancelled.'
      : oneLine(result.error?.message ?? result.status, LONGEST_REASON);
  return {
    content: `${what}: ${why}${standIn === undefined ? '' : ` ${standIn.label} answers for ${member.label}.`}`,
    speaker: SYSTEM_SPEAKER,
    timestamp: at,
  };
}
