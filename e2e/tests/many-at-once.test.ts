import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { AGENTS } from '../harness/agents.ts';
import { setStage } from '../harness/stage.ts';
import { text } from '../model-server/index.ts';

it('turns of all three at once share nothing and leave nothing', async () => {
  const descriptors = () => readdirSync('/proc/self/fd').length;
  // The first turn of a host starts its watchdog, whose pipe stays.
  const first = await setStage(AGENTS[0]!);
  first.server.react(text('Here.'));
  await first.play({ prompt: 'Who is there?' });
  await first.server.close();
  const before = descriptors();
  const turns = [...AGENTS, ...AGENTS].map(async (agent, number) => {
    const stage = await setStage(agent);
    stage.server.react(text(`Answer ${number} `, 'in two parts.'));
    const { result, calls } = await stage.play({ prompt: `Question ${number}.`, systemFlag: `System ${number}.` });
    expect(result).toMatchObject({ status: 'completed', text: `Answer ${number} in two parts.` });
    const sent = JSON.stringify(calls.map(({ body }) => body));
    for (let other = 0; other < 6; other++) {
      expect(sent.includes(`Question ${other}.`)).toBe(other === number);
      expect(sent.includes(`System ${other}.`)).toBe(other === number);
    }
    expect(stage.survivors()).toEqual([]);
    await stage.server.close();
  });
  await Promise.all(turns);
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('ctx-turn-'))).toEqual([]);
  // Sockets close a moment after the last answer.
  await expect.poll(descriptors, { timeout: 10_000 }).toBeLessThanOrEqual(before);
});
