import { type ContextManagerOptions, type IContextAssembler, normalizeAgentType } from '@ctx/contract';
import { ContextManager, consoleLogger, PlainTextAssembler } from '@ctx/core';
import { estimatedTokens } from '@ctx/tokens';
import { API_AGENT_TYPES } from '../team-file/agent-types.ts';
import type { Team } from '../team-file/team.ts';
import { declaredGuards, type Guards, warnOfUnguardedFormats } from './declared-guards.ts';

/** Options of `createTeamContext`: those of a `ContextManager`, and the team. */
export interface TeamContextOptions extends ContextManagerOptions {
  readonly team: Team;
}

/** Budget of a prompt in tokens, unless the team file or the options set another. */
const DEFAULT_MAX_TOKENS = 64_000;

/** A `ContextManager` that also says how the prompts of each agent type are guarded. */
export type TeamContext = ContextManager & { readonly guards: Guards };

/**
 * Creates the context of a team. Its defaults: an agent sees the whole conversation, up to 64,000 estimated tokens and
 * the budget in bytes; a message that does not fit loses its middle; markers are stripped strictly, because teams exchange code; prompts are guarded unless the team
 * file turns it off.
 *
 * Pass the `assemblers` of the agents in your team. Without one, a model API gets plain text with separate instructions,
 * and a command gets plain text without a warning. For each format that does not guard, one warning is logged.
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
    cut: 'middle',
  } as const;
  const guards = guarded ? declaredGuards(assemblers, options.fallback) : () => undefined;
  if (guarded) warnOfUnguardedFormats(agentTypes, guards, options.logger ?? consoleLogger);
  return Object.assign(new ContextManager({ ...defaults, ...options, guarded, assemblers }), { guards });
}

/** A plain-text assembler for an agent type that has none: always for model APIs, for others if `wantsPlain`. */
export function plainAssembler(agentType: string, wantsPlain: boolean): PlainTextAssembler | undefined {
  const separateSystem = API_AGENT_TYPES.includes(agentType);
  return separateSystem || wantsPlain ? new PlainTextAssembler({ agentType, separateSystem }) : undefined;
}
