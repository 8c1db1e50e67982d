import { CtxError } from '@ctx/contract';
import type { AgentMember } from '../../team-file/team.ts';
import type { LiveConversation } from '../live-conversation.ts';
import type { Consequences } from '../output/record-and-publish.ts';

/** What a model may be called: nothing that a program could take for an option or a second word. */
const MODEL_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._:/@+[\]-]{0,199}$/u;

/**
 * Chooses the model of an agent from its next turn on; `null` is the one of the team file.
 * @throws CtxError `CTX_UNKNOWN_MEMBER` for a name that is no agent; `CTX_TEAM_FILE` for an agent that is a `command`, whose
 *   command line is the team file's alone.
 * @throws TypeError for what cannot be the name of a model.
 */
export function setModel(
  { directory }: Pick<LiveConversation, 'directory'>,
  { name, model, by }: { readonly name: string; readonly model: string | null; readonly by: string },
): Consequences {
  const member = directory.require(name);
  if (member.type !== 'ai') throw new CtxError('CTX_UNKNOWN_MEMBER', `${member.label} is not an agent.`);
  if (member.command !== undefined) {
    throw new CtxError('CTX_TEAM_FILE', `${member.label} is a command: its model is set in the team file.`);
  }
  if (model !== null) requireModelName(model);
  const chosen = { type: 'model', member: member.id, model, by } as const;
  return { records: [{ ...chosen, at: Date.now() }], events: [chosen] };
}

/** @throws TypeError for what cannot be the name of a model. */
export function requireModelName(model: string): void {
  if (!MODEL_NAME.test(model)) throw new TypeError(`${JSON.stringify(model)} cannot be the name of a model`);
}

/** The member with the model that was chosen for it. */
export function withChosenModel(member: AgentMember, models: ReadonlyMap<string, string>): AgentMember {
  const model = models.get(member.id);
  return model === undefined ? member : { ...member, model };
}
