import { claude, codex, gemini } from '@ctx/agent-runner';
import type { AgentDriver, ProcessDriver, TurnExecutor } from '@ctx/contract';
import { type ScriptedAgentOptions, scriptedAgent } from '@ctx/scripted-agents';
import { createLocalExecutor, createRecordingExecutor, type Team } from '@ctx/team';
import type { DemoFolder } from './demo-folder.ts';
import { type DemoPace, demoScripts } from './demo-scripts.ts';

/**
 * Runs the demo's turns like any other turn: a child process, the vendor's own arguments and stream format, the real
 * driver, and snapshots of the work tree before and after. Only the program is a scripted one, and it keeps its sessions
 * in the demo's folder instead of the user's home.
 */
export function createDemoExecutor(team: Team, folder: DemoFolder, pace: DemoPace): TurnExecutor {
  const { sarah, max, gina } = demoScripts(pace);
  const scripted = ({ vendor, script }: Pick<ScriptedAgentOptions, 'vendor' | 'script'>) => ({
    executable: scriptedAgent({ vendor, script, sessions: folder.sessions }),
  });
  const drivers: Readonly<Record<string, AgentDriver>> = {
    sarah: withSessionsIn(folder.sessions, claude(scripted({ vendor: 'claude', script: sarah }))),
    max: withSessionsIn(folder.sessions, codex(scripted({ vendor: 'codex', script: max }))),
    gina: withSessionsIn(folder.sessions, gemini(scripted({ vendor: 'gemini', script: gina }))),
  };
  const local = createLocalExecutor({ team, cwd: folder.work, driverFor: ({ id }) => drivers[id] });
  return createRecordingExecutor(local, { team, cwd: folder.work, folder: folder.changes, userFolder: folder.user });
}

function withSessionsIn(sessions: string, driver: ProcessDriver): ProcessDriver {
  return driver.sessionFolder === undefined
    ? driver
    : { ...driver, sessionFolder: { ...driver.sessionFolder, folder: () => sessions } };
}
