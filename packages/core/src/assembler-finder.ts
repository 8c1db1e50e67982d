import { type AgentType, type IContextAssembler, type Logger, normalizeAgentType } from '@ctx/contract';
import { must } from './must.ts';

/** What the names of the packages end in that hold an assembler. */
const PACKAGES = ['claude', 'codex', 'gemini'];

/**
 * Finds the assembler for an agent type, and says once per type when it has to make do with the fallback.
 * @throws TypeError when two assemblers are for the same agent type.
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
    must(!byType.has(agentType), `Two assemblers are for the agent type "${agentType}"`);
    byType.set(agentType, assembler);
  }
  return (agentType) => {
    const normalized = normalizeAgentType(agentType);
    const assembler = byType.get(normalized);
    if (assembler === undefined && !warned.has(agentType)) {
      warned.add(agentType);
      const ending = PACKAGES.find((name) => normalizeAgentType(name) === normalized);
      const hint = ending === undefined ? '' : `; its own is in @ctx/assembler-${ending}`;
      logger.warn(
        `[ContextManager] Unknown agentType "${agentType}" (normalized: "${normalized}"), using ${fallback.constructor.name}${hint}`,
      );
    }
    return assembler ?? fallback;
  };
}
