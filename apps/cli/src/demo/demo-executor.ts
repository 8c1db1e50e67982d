import type { TurnExecutor } from '@ctx/contract';
import { scriptedAgent } from '@ctx/scripted-agents';
import { createLocalExecutor, type Team } from '@ctx/team';
import { type DemoPace, demoScripts } from './demo-scripts.ts';

/**
 * Runs the demo's turns as any turn is run: a child process, the vendor's own arguments, the vendor's stream, its real
 * driver. Only the program is another one.
 */
export function createDemoExecutor(team: Team, pace: DemoPace): TurnExecutor {
  const { sarah, max, gina } = demoScripts(pace);
  return createLocalExecutor({
    team,
    executables: {
      sarah: scriptedAgent({ vendor: 'claude', script: sarah }),
      max: scriptedAgent({ vendor: 'codex', script: max }),
      gina: scriptedAgent({ vendor: 'gemini', script: gina }),
    },
  });
}
