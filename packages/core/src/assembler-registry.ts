import { type AgentType, type IContextAssembler, type Logger, normalizeAgentType } from '@ctx/contract';
import { must } from './must.ts';

/** What the names of the packages end in that hold an assembler. */
const PACKAGES = ['claude', 'codex', 'gemini'];

/** Finds the assembler for an agent type, and says once per type when it has to make do with the fallback. */
export class AssemblerRegistry {
  readonly #assemblers = new Map<AgentType, IContextAssembler>();
  readonly #fallback: IContextAssembler;
  readonly #logger: Logger;
  readonly #warned = new Set<string>();

  /** @throws TypeError when two assemblers are for the same agent type. */
  constructor(assemblers: readonly IContextAssembler[], fallback: IContextAssembler, logger: Logger) {
    this.#fallback = fallback;
    this.#logger = logger;
    for (const assembler of assemblers) {
      const agentType = normalizeAgentType(assembler.getAgentType());
      must(!this.#assemblers.has(agentType), `Two assemblers are for the agent type "${agentType}"`);
      this.#assemblers.set(agentType, assembler);
    }
  }

  find(agentType: string): IContextAssembler {
    const normalized = normalizeAgentType(agentType);
    const assembler = this.#assemblers.get(normalized);
    if (assembler !== undefined) return assembler;
    if (!this.#warned.has(agentType)) {
      this.#warned.add(agentType);
      const fallbackName = this.#fallback.constructor.name;
      const ending = PACKAGES.find((name) => normalizeAgentType(name) === normalized);
      const hint = ending === undefined ? '' : `; its own is in @ctx/assembler-${ending}`;
      this.#logger.warn(
        `[ContextManager] Unknown agentType "${agentType}" (normalized: "${normalized}"), using ${fallbackName}${hint}`,
      );
    }
    return this.#fallback;
  }
}
