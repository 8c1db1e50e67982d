import { createHash } from 'node:crypto';
import type { FullPromptReason, MemberSessions, NativeSessionBasis } from '@ctx/contract';
import type { AgentMember } from '../../team-file/team.ts';
import type { PromptSettings } from '../turn/prompt-settings.ts';

/** What a session of this member depends on now. */
export function sessionBasis(
  member: AgentMember,
  { systemInstruction, instructionFileText }: PromptSettings,
  { cwd, machine, home, takesNewSystemText }: MemberSessions,
): NativeSessionBasis {
  const system = takesNewSystemText === true ? '' : JSON.stringify([systemInstruction, instructionFileText]);
  return {
    agentType: member.agentType,
    model: member.model,
    permissions: member.permissions,
    cwd,
    systemHash: createHash('sha256').update(system).digest('hex'),
    machine,
    home,
  };
}

const REASONS: readonly (readonly [keyof NativeSessionBasis, FullPromptReason])[] = [
  ['agentType', 'agent-type-changed'],
  ['machine', 'machine-changed'],
  ['home', 'machine-changed'],
  ['model', 'model-changed'],
  ['permissions', 'permissions-changed'],
  ['cwd', 'cwd-changed'],
  ['systemHash', 'instructions-changed'],
];

/** The first difference, as the reason for a full prompt; `undefined` when nothing has changed. */
export function changeOfBasis(before: NativeSessionBasis, now: NativeSessionBasis): FullPromptReason | undefined {
  return REASONS.find(([part]) => before[part] !== now[part])?.[1];
}
