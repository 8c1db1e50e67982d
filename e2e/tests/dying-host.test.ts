import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { AGENTS, type Agent } from '../harness/agents.ts';
import { type Stage, setStage } from '../harness/stage.ts';
import { hello } from '../model-server/index.ts';

const HOST = fileURLToPath(new URL('../harness/dying-host.mjs', import.meta.url));
const RUNNER = new URL('../../packages/agent-runner/dist/index.js', import.meta.url).href;
const LONG_SLEEP = 'sleep 62';

/** Each agent with one of the ways a host can die that leave it a last word. */
const DEATHS = { claude: 'exit', codex: 'exception', gemini: 'SIGTERM' } as const;

describe.each(AGENTS)('a host that dies while a tool of $name runs', (agent) => {
  it(`takes everything with it: ${DEATHS[agent.name]}`, async () => {
    const stage = await setStage(agent);
    stage.server.react(agent.shell(LONG_SLEEP), hello());
    const host = startHost(stage, agent);
    const gone = once(host, 'close');
    await expect.poll(() => stage.survivors(), { timeout: 60_000 }).toContain(LONG_SLEEP);
    if (DEATHS[agent.name] === 'SIGTERM') host.kill('SIGTERM');
    else host.stdin!.write('die\n');
    await gone;
    // The signals are sent before the host is gone; dying takes the others a moment.
    await expect.poll(() => stage.survivors(), { timeout: 10_000 }).toEqual([]);
  });
});

function startHost({ place, server }: Stage, agent: Agent): ChildProcess {
  const role = {
    runner: RUNNER,
    agent: agent.name,
    driver: agent.driverOptions(server),
    input: { prompt: 'Wait.', model: agent.model, permissions: agent.name === 'gemini' ? 'full' : 'read-only' },
    options: { cwd: place.project, env: agent.env(server, place), allowFullAccess: true },
    death: DEATHS[agent.name],
  };
  return spawn(process.execPath, [HOST, JSON.stringify(role)], { stdio: ['pipe', 'ignore', 'ignore'] });
}
