import { ClaudeContextAssembler } from '@ctx/assembler-claude';
import { CodexContextAssembler } from '@ctx/assembler-codex';
import { GeminiContextAssembler } from '@ctx/assembler-gemini';
import type { IContextAssembler } from '@ctx/contract';
import type { ContextManager } from '@ctx/core';
import { createTeamContext, type Team } from '@ctx/team';

/** Creates the assemblers for the vendors' CLIs. */
export function appAssemblers(): IContextAssembler[] {
  return [new ClaudeContextAssembler(), new CodexContextAssembler(), new GeminiContextAssembler()];
}

/** Creates a team's context with these assemblers. It logs nothing: that other agents get plain text is expected here. */
export function createAppContext(team: Team): ContextManager {
  const silent = () => {};
  return createTeamContext({
    team,
    assemblers: appAssemblers(),
    logger: { debug: silent, info: silent, warn: silent, error: silent },
  });
}
