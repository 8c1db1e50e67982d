import { type AgentType, type IContextAssembler, type Logger, normalizeAgentType } from '@ctx/contract';
import { must } from './must.ts';

/** The assembler packages are called `@ctx/assembler-` and one of these names. */
const PACKAGES = ['claude', 'codex', 'gemini'];

/**
 * Returns a function that finds the assembler for an agent type. It warns once per type that gets the fallback.
 * @throws TypeError if two assemblers have the same agent type.
 */
export function createAssemblerFinder(
  assemblers: readonly IContextAssembler[],
  fallback: IContextAssembler,
  logger: Logger,
): (agentType: string) => IContextAssembler {
  const byType = new Map<AgentType, IContextAssembler>();
  const warned = new Set<string>();
  for (const assembler of assemblers) {
    const agentType = normalizeAgentType(assembler.getAgentType());
    must(!byType.has(agentType), `Two assemblers have the agent type "${agentType}"`);
    byType.set(agentType, assembler);
  }
  return (agentType) => {
    const normalized = normalizeAgentType(agentType);
    const assembler = byType.get(normalized);
    if (assembler === undefined && !warned.has(agentType)) {
      warned.add(agentType);
      const name = PACKAGES.find((known) => normalizeAgentType(known) === normalized);
      const hint = name === undefined ? '' : `; pass one from @ctx/assembler-${name} in assemblers`;
      logger.warn(
        `[ContextManager] Unknown agentType "${agentType}" (normalized: "${normalized}"), using ${fallback.constructor.name}${hint}`,
      );
    }
    return assembler ?? fallback;
  };
}
