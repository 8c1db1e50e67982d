import { type ContextManagerOptions, type IContextAssembler, normalizeAgentType } from '@ctx/contract';
import { ContextManager, consoleLogger, PlainTextAssembler } from '@ctx/core';
import { estimatedTokens } from '@ctx/tokens';
import type { Team } from '../team-file/team.ts';
import { declaredGuards, type Guards, warnOfOpenFormats } from './declared-guards.ts';

/** What a team's context is made with: the options of a `ContextManager`, and the team. */
export interface TeamContextOptions extends ContextManagerOptions {
  readonly team: Team;
}

/** Budget of a member's prompt in tokens, where neither the team file nor the context says another. */
export const DEFAULT_MAX_TOKENS = 64_000;

/** A `ContextManager` that knows how its formats guard. */
export type TeamContext = ContextManager & { readonly guards: Guards };

const API_AGENT_TYPES: readonly string[] = ['gemini-api', 'openai-api'];

/**
 * A context for a team: an agent sees the whole conversation, as far as 64,000 estimated tokens and the bytes go; markers are
 * stripped strictly, because teams exchange code; prompts are guarded as the team says; members that are model APIs get
 * plain text with the instructions apart. Pass the `assemblers` of the agents in your team; a command without one gets
 * the fallback without a warning, since plain text is what it wants. A format that does not guard is warned about once.
 */
export function createTeamContext({ team, guarded = team.guarded, ...options }: TeamContextOptions): TeamContext {
  const assemblers: IContextAssembler[] = [...(options.assemblers ?? [])];
  const present = new Set(assemblers.map((assembler) => normalizeAgentType(assembler.getAgentType())));
  const agentTypes = new Set<string>();
  for (const member of team.members) {
    if (member.type !== 'ai') continue;
    agentTypes.add(member.agentType);
    if (present.has(member.agentType)) continue;
    const assembler = plainAssembler(member.agentType, member.command !== undefined && options.fallback === undefined);
    if (assembler === undefined) continue;
    assemblers.push(assembler);
    present.add(member.agentType);
  }
  const defaults = {
    stripping: 'strict',
    contextWindowSize: Number.POSITIVE_INFINITY,
    maxTokens: DEFAULT_MAX_TOKENS,
    tokenCounter: estimatedTokens,
  } as const;
  const guards = guarded ? declaredGuards(assemblers, options.fallback) : () => undefined;
  if (guarded) warnOfOpenFormats(agentTypes, guards, options.logger ?? consoleLogger);
  return Object.assign(new ContextManager({ ...defaults, ...options, guarded, assemblers }), { guards });
}

/** Plain text for an agent type without an assembler of its own: for model APIs always, for others if they want it. */
export function plainAssembler(agentType: string, wantsPlain: boolean): PlainTextAssembler | undefined {
  const separateSystem = API_AGENT_TYPES.includes(agentType);
  return separateSystem || wantsPlain ? new PlainTextAssembler({ agentType, separateSystem }) : undefined;
}
