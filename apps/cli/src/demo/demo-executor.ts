import { claude, codex, gemini } from '@ctx/agent-runner';
import type { AgentDriver, ProcessDriver, TurnExecutor } from '@ctx/contract';
import { type ScriptedAgentOptions, scriptedAgent } from '@ctx/scripted-agents';
import { createLocalExecutor, createRecordingExecutor, type Team } from '@ctx/team';
import type { DemoFolder } from './demo-folder.ts';
import { type DemoPace, demoScripts } from './demo-scripts.ts';

/**
 * Runs the demo's turns as any turn is run: a child process, the vendor's own arguments, the vendor's stream, its real
 * driver, and a look at the work tree before and after. Only the program is another one, and its sessions are kept in
 * the demo's own folder instead of the user's home.
 */
export function createDemoExecutor(team: Team, folder: DemoFolder, pace: DemoPace): TurnExecutor {
  const { sarah, max, gina } = demoScripts(pace);
  const played = ({ vendor, script }: Pick<ScriptedAgentOptions, 'vendor' | 'script'>) => ({
    executable: scriptedAgent({ vendor, script, sessions: folder.sessions }),
  });
  const drivers: Readonly<Record<string, AgentDriver>> = {
    sarah: keptIn(folder.sessions, claude(played({ vendor: 'claude', script: sarah }))),
    max: keptIn(folder.sessions, codex(played({ vendor: 'codex', script: max }))),
    gina: keptIn(folder.sessions, gemini(played({ vendor: 'gemini', script: gina }))),
  };
  const local = createLocalExecutor({ team, cwd: folder.work, driverFor: ({ id }) => drivers[id] });
  return createRecordingExecutor(local, { team, cwd: folder.work, folder: folder.changes, userFolder: folder.user });
}

function keptIn(sessions: string, driver: ProcessDriver): ProcessDriver {
  return driver.sessionFolder === undefined
    ? driver
    : { ...driver, sessionFolder: { ...driver.sessionFolder, folder: () => sessions } };
}
