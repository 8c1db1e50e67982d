import { claude, codex, gemini, runStreamed } from '@ctx/agent-runner';
import type { AgentDriver, TurnExecutor } from '@ctx/contract';
import { scriptedAgent } from '@ctx/scripted-agents';
import { type DemoPace, demoScripts } from './demo-scripts.ts';

/**
 * Runs the demo's turns as any turn is run: a child process, the vendor's own arguments, the vendor's stream, its real
 * driver. Only the program is another one.
 */
export function createDemoExecutor(pace: DemoPace): TurnExecutor {
  const scripts = demoScripts(pace);
  const drivers: Readonly<Record<string, AgentDriver>> = {
    sarah: claude({ executable: scriptedAgent({ vendor: 'claude', script: scripts['sarah'] }) }),
    max: codex({ executable: scriptedAgent({ vendor: 'codex', script: scripts['max'] }) }),
    gina: gemini({ executable: scriptedAgent({ vendor: 'gemini', script: scripts['gina'] }) }),
  };
  return {
    promptFormat: 'chunks',
    run({ member, prompt, systemFlag }, { signal }) {
      const input = { prompt, systemFlag, permissions: 'read-only' } as const;
      return runStreamed(drivers[member]!, input, { signal });
    },
  };
}
