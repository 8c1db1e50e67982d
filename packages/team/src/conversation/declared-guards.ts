import {
  type IContextAssembler,
  type IContextProvider,
  type Layout,
  type Logger,
  normalizeAgentType,
} from '@ctx/contract';
import { PlainTextAssembler } from '@ctx/core';

/** How prompts for an agent type are guarded. */
export type Guards = NonNullable<IContextProvider['guards']>;

/** What the formats of a context declare. */
export function declaredGuards(
  assemblers: readonly IContextAssembler[],
  fallback: IContextAssembler = new PlainTextAssembler(),
): Guards {
  const byType = new Map(assemblers.map((assembler) => [normalizeAgentType(assembler.getAgentType()), assembler]));
  return (agentType) => declaredGuard(byType.get(normalizeAgentType(agentType)) ?? fallback);
}

/** Says which formats of a team declare no guard. */
export function warnOfOpenFormats(agentTypes: Iterable<string>, guards: Guards, logger: Logger): void {
  for (const agentType of agentTypes) {
    if (guards(agentType) !== undefined) continue;
    logger.warn(
      `[Team] The format for "${agentType}" does not guard its prompts: there, one member's words can pass for ` +
        "another's. Its layout should declare how it guards; see docs/writing-an-assembler.md.",
    );
  }
}

// A layout of nothing says how the format guards as well as any other.
function declaredGuard(assembler: IContextAssembler): Layout['guards'] {
  const nothing = { contextMessages: [], currentMessage: '', current: { from: '' }, teamTask: null, maxBytes: 0 };
  return assembler.layout?.(nothing).guards;
}
