import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AGENTS, type Agent, agentNamed } from '../harness/agents.ts';
import { asNobody, NOBODY } from '../harness/as-nobody.ts';
import { type Stage, setStage } from '../harness/stage.ts';
import { hello } from '../model-server/index.ts';

async function stageOfNobody(agent: Agent): Promise<Stage> {
  const stage = await setStage(agent);
  if (process.getuid?.() === 0) stage.place.giveTo(NOBODY);
  return stage;
}

describe.each(AGENTS)('$name as a user without rights', (agent) => {
  it('does what it is asked with full permissions', async () => {
    const stage = await stageOfNobody(agent);
    stage.server.react(agent.shell('touch touched.txt && id -u > user.txt'), hello());
    const { result } = await stage.play(
      { prompt: 'Do it.', permissions: 'full' },
      { allowFullAccess: true, ...asNobody(stage) },
    );
    expect(result.status).toBe('completed');
    expect(stage.place.visibleFiles()).toEqual(['touched.txt', 'user.txt']);
    expect(stage.survivors()).toEqual([]);
  });

  it('says so when the folder cannot be written to', async () => {
    const stage = await stageOfNobody(agent);
    stage.place.close(stage.place.project);
    const path = join(stage.place.project, 'written.txt');
    stage.server.react(agent.writeFile(path), hello());
    const { result, calls } = await stage.play({ prompt: 'Write it.', permissions: 'edit' }, asNobody(stage));
    expect(result.status).toBe('completed');
    expect(existsSync(path)).toBe(false);
    expect(JSON.stringify(calls[1]!.body)).toMatch(/permission|EACCES|denied|fail|reject/i);
  });

  it('gives a clear result when its home cannot be written to', async () => {
    const stage = await stageOfNobody(agent);
    const { home, close } = stage.place;
    for (const folder of [join(home, '.codex'), join(home, '.gemini'), home]) close(folder);
    const { result } = await stage.play({ prompt: 'Say hello.' }, asNobody(stage));
    if (result.status === 'completed') expect(result.text).not.toBe('');
    else expect(result.error!.message).not.toBe('');
    expect(stage.survivors()).toEqual([]);
  });
});

it('a daemon that a tool of claude leaves behind ends with the turn', async () => {
  const stage = await stageOfNobody(agentNamed('claude'));
  stage.server.react(stage.agent.shell('setsid sleep 61 >/dev/null 2>&1 & touch started'), hello());
  const { result } = await stage.play(
    { prompt: 'Start it.', permissions: 'full' },
    { allowFullAccess: true, ...asNobody(stage) },
  );
  expect(result.status).toBe('completed');
  expect(stage.place.visibleFiles()).toEqual(['started']);
  expect(stage.survivors()).toEqual([]);
});
