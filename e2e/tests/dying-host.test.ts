import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { AGENTS, type Agent } from '../harness/agents.ts';
import { createFixture, type Fixture } from '../harness/fixture.ts';
import { openPlaceAndServer } from '../harness/open-place-and-server.ts';
import type { Place } from '../harness/place.ts';
import { startCtx } from '../harness/run-ctx.ts';
import { survivorsOf } from '../harness/survivors.ts';
import { writeTeam } from '../harness/team-of-clis.ts';
import { hello } from '../model-server/index.ts';

const HOST = fileURLToPath(new URL('../harness/dying-host.mjs', import.meta.url));
const RUNNER = new URL('../../packages/agent-runner/dist/index.js', import.meta.url).href;
const LONG_SLEEP = 'sleep 62';

/** For each agent, one way to die in which the host can still run code. */
const DEATHS = { claude: 'exit', codex: 'exception', gemini: 'SIGTERM' } as const;

describe.each(AGENTS)('a host that dies while a tool of $name runs', (agent) => {
  it.each([DEATHS[agent.name], 'SIGKILL'] as const)('leaves no process and no file: %s', async (death) => {
    const fixture = await createFixture(agent);
    fixture.server.react(agent.shell(LONG_SLEEP), hello());
    const host = startHost(fixture, agent, death);
    const gone = once(host, 'close');
    await expect.poll(() => fixture.survivors(), { timeout: 60_000 }).toContain(LONG_SLEEP);
    expect(turnFolders()).toHaveLength(1);
    if (death === 'SIGTERM' || death === 'SIGKILL') host.kill(death);
    else host.stdin!.write('die\n');
    await gone;
    await expectNothingLeft(fixture.place);
  });
});

it('a killed ctx run leaves neither its command nor the daemon of that command', async () => {
  const setting = await openPlaceAndServer();
  // It has its own process session, its parent is gone, and no pipe leads to the host.
  const daemon = `setsid setsid -f ${LONG_SLEEP} </dev/null >/dev/null 2>&1 &`;
  const member = { id: 'dana', type: 'ai', agentType: 'command', command: 'sh', args: ['-c', `${daemon} sleep 63`] };
  writeTeam(setting, [member]);
  const host = startCtx(setting, 'run', '-t', 'team.yaml', '--allow-full', '--trust', 'Go.');
  host.stdout.resume();
  host.stderr.resume();
  const gone = once(host, 'close');
  const survivors = (): string[] => survivorsOf(setting.place);
  await expect.poll(survivors, { timeout: 60_000 }).toEqual(expect.arrayContaining([LONG_SLEEP, 'sleep 63']));
  host.kill('SIGKILL');
  await gone;
  await expectNothingLeft(setting.place);
});

/** The folders of turns in this worker's folder for temporary files. */
const turnFolders = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('ctx-turn-'));

async function expectNothingLeft(place: Place): Promise<void> {
  // The processes need a moment to end.
  await expect.poll(() => survivorsOf(place), { timeout: 60_000 }).toEqual([]);
  await expect.poll(turnFolders, { timeout: 60_000 }).toEqual([]);
}

function startHost({ place, server }: Fixture, agent: Agent, death: string): ChildProcess {
  const role = {
    runner: RUNNER,
    agent: agent.name,
    driver: agent.driverOptions(server),
    input: { prompt: 'Wait.', model: agent.model, permissions: agent.name === 'gemini' ? 'full' : 'read-only' },
    options: { cwd: place.project, env: agent.env(server, place), allowFullAccess: true },
    death,
  };
  return spawn(process.execPath, [HOST, JSON.stringify(role)], { stdio: ['pipe', 'ignore', 'ignore'] });
}
