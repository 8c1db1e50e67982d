import { type AgentType, type IContextAssembler, type Logger, normalizeAgentType } from '@ctx/contract';
import { must } from './must.ts';

/** The assembler packages are called `@ctx/assembler-` and one of these names. */
const PACKAGES = ['claude', 'codex', 'gemini'];

/** Whoever names one of these wants the fallback. */
const NAMES_OF_FALLBACK: readonly string[] = ['plain', 'unknown'];

/**
 * Returns a function that finds the assembler for an agent type. It warns once per type that gets the fallback, unless
 * the type asks for it. `agentId` is the agent it is for, if that is known: who swaps the two is told.
 * @throws TypeError if two assemblers have the same agent type.
 */
export function createAssemblerFinder(
  assemblers: readonly IContextAssembler[],
  fallback: IContextAssembler,
  logger: Logger,
): (agentType: string, agentId?: string) => IContextAssembler {
  const byType = new Map<AgentType, IContextAssembler>();
  const warned = new Set<string>();
  for (const assembler of assemblers) {
    const agentType = normalizeAgentType(assembler.getAgentType());
    must(!byType.has(agentType), `Two assemblers have the agent type "${agentType}"`);
    byType.set(agentType, assembler);
  }
  const isKnown = (name: string) => byType.has(normalizeAgentType(name)) || packageOf(name) !== undefined;

  const warningFor = (agentType: string, agentId: string | undefined): string => {
    if (agentId !== undefined && isKnown(agentId) && !isKnown(agentType)) {
      return `unknown agent type "${agentType}"; did you mean ('${agentType}', '${agentId}')?`;
    }
    const known = packageOf(agentType);
    const hint = known === undefined ? '' : `; pass one from @ctx/assembler-${known} in assemblers`;
    const normalized = normalizeAgentType(agentType);
    return `Unknown agentType "${agentType}" (normalized: "${normalized}"), using ${fallback.constructor.name}${hint}`;
  };

  return (agentType, agentId) => {
    const assembler = byType.get(normalizeAgentType(agentType));
    if (assembler !== undefined) return assembler;
    if (!NAMES_OF_FALLBACK.includes(agentType) && !warned.has(agentType)) {
      warned.add(agentType);
      logger.warn(`[ContextManager] ${warningFor(agentType, agentId)}`);
    }
    return fallback;
  };
}

function packageOf(agentType: string): string | undefined {
  return PACKAGES.find((name) => normalizeAgentType(name) === normalizeAgentType(agentType));
}
