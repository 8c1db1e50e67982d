import {
  type IContextAssembler,
  type IContextProvider,
  type Layout,
  type Logger,
  normalizeAgentType,
} from '@ctx/contract';
import { PlainTextAssembler } from '@ctx/core';

/** Returns how the prompts of an agent type are guarded; `undefined` when they are not. */
export type Guards = NonNullable<IContextProvider['guards']>;

/** Looks up how each format guards, as its layout declares it. */
export function declaredGuards(
  assemblers: readonly IContextAssembler[],
  fallback: IContextAssembler = new PlainTextAssembler(),
): Guards {
  const byType = new Map(assemblers.map((assembler) => [normalizeAgentType(assembler.getAgentType()), assembler]));
  return (agentType) => declaredGuard(byType.get(normalizeAgentType(agentType)) ?? fallback);
}

/** Logs a warning for each agent type whose format declares no guard. */
export function warnOfUnguardedFormats(agentTypes: Iterable<string>, guards: Guards, logger: Logger): void {
  for (const agentType of agentTypes) {
    if (guards(agentType) !== undefined) continue;
    logger.warn(
      `[Team] The format for "${agentType}" does not guard its prompts: the text of one member can look like a ` +
        'message of another. Its layout should declare how it guards; see docs/writing-an-assembler.md.',
    );
  }
}

// The declaration does not depend on the content, so an empty layout is enough.
function declaredGuard(assembler: IContextAssembler): Layout['guards'] {
  const emptyContext = { contextMessages: [], currentMessage: '', current: { from: '' }, teamTask: null, maxBytes: 0 };
  return assembler.layout?.(emptyContext).guards;
}
