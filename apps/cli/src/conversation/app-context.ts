import { ClaudeContextAssembler } from '@ctx/assembler-claude';
import { CodexContextAssembler } from '@ctx/assembler-codex';
import { GeminiContextAssembler } from '@ctx/assembler-gemini';
import type { ContextManager } from '@ctx/core';
import { createTeamContext, type Team } from '@ctx/team';

/** A context that knows the formats of the vendors' CLIs. It never warns: that a command gets plain text is expected here. */
export function createAppContext(team: Team): ContextManager {
  const silent = () => {};
  return createTeamContext({
    team,
    assemblers: [new ClaudeContextAssembler(), new CodexContextAssembler(), new GeminiContextAssembler()],
    logger: { debug: silent, info: silent, warn: silent, error: silent },
  });
}
