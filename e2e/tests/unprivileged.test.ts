import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AGENTS, type Agent, agentNamed } from '../harness/agents.ts';
import { asNobody, NOBODY } from '../harness/as-nobody.ts';
import { createFixture, type Fixture } from '../harness/fixture.ts';
import { hello } from '../model-server/index.ts';

async function unprivilegedFixture(agent: Agent): Promise<Fixture> {
  const fixture = await createFixture(agent);
  if (process.getuid?.() === 0) fixture.place.giveTo(NOBODY);
  return fixture;
}

describe.each(AGENTS)('$name as an unprivileged user', (agent) => {
  it('runs a command with full permissions', async () => {
    const fixture = await unprivilegedFixture(agent);
    fixture.server.react(agent.shell('touch touched.txt && id -u > user.txt'), hello());
    const { result } = await fixture.runTurn(
      { prompt: 'Do it.', permissions: 'full' },
      { allowFullAccess: true, ...asNobody(fixture) },
    );
    expect(result.status).toBe('completed');
    expect(fixture.place.visibleFiles()).toEqual(['touched.txt', 'user.txt']);
    expect(fixture.survivors()).toEqual([]);
  });

  it('tells the model if its folder is read-only', async () => {
    const fixture = await unprivilegedFixture(agent);
    fixture.place.close(fixture.place.project);
    const path = join(fixture.place.project, 'written.txt');
    fixture.server.react(agent.writeFile(path), hello());
    const { result, calls } = await fixture.runTurn({ prompt: 'Write it.', permissions: 'edit' }, asNobody(fixture));
    expect(result.status).toBe('completed');
    expect(existsSync(path)).toBe(false);
    expect(JSON.stringify(calls[1]!.body)).toMatch(/permission|EACCES|denied|fail|reject/i);
  });

  it('answers or fails with a message if its home folder is read-only', async () => {
    const fixture = await unprivilegedFixture(agent);
    const { home, close } = fixture.place;
    for (const folder of [join(home, '.codex'), join(home, '.gemini'), home]) close(folder);
    const { result } = await fixture.runTurn({ prompt: 'Say hello.' }, asNobody(fixture));
    if (result.status === 'completed') expect(result.text).not.toBe('');
    else expect(result.error!.message).not.toBe('');
    expect(fixture.survivors()).toEqual([]);
  });
});

it('a daemon started by a tool of claude ends with the turn', async () => {
  const fixture = await unprivilegedFixture(agentNamed('claude'));
  fixture.server.react(fixture.agent.shell('setsid sleep 61 >/dev/null 2>&1 & touch started'), hello());
  const { result } = await fixture.runTurn(
    { prompt: 'Start it.', permissions: 'full' },
    { allowFullAccess: true, ...asNobody(fixture) },
  );
  expect(result.status).toBe('completed');
  expect(fixture.place.visibleFiles()).toEqual(['started']);
  expect(fixture.survivors()).toEqual([]);
});
