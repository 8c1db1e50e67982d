import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { AGENTS } from '../harness/agents.ts';
import { createFixture } from '../harness/fixture.ts';
import { text } from '../model-server/index.ts';

it('six turns of all three CLIs at once do not mix, and leave no processes, files or sockets', async () => {
  const descriptors = () => readdirSync('/proc/self/fd').length;
  // The first turn of a host starts its watchdog, whose pipe stays open.
  const first = await createFixture(AGENTS[0]!);
  first.server.react(text('Here.'));
  await first.runTurn({ prompt: 'Who is there?' });
  await first.server.close();
  const before = descriptors();
  const turns = [...AGENTS, ...AGENTS].map(async (agent, number) => {
    const fixture = await createFixture(agent);
    fixture.server.react(text(`Answer ${number} `, 'in two parts.'));
    const { result, calls } = await fixture.runTurn({ prompt: `Question ${number}.`, systemFlag: `System ${number}.` });
    expect(result).toMatchObject({ status: 'completed', text: `Answer ${number} in two parts.` });
    const sent = JSON.stringify(calls.map(({ body }) => body));
    for (let other = 0; other < 6; other++) {
      expect(sent.includes(`Question ${other}.`)).toBe(other === number);
      expect(sent.includes(`System ${other}.`)).toBe(other === number);
    }
    expect(fixture.survivors()).toEqual([]);
    await fixture.server.close();
  });
  await Promise.all(turns);
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('ctx-turn-'))).toEqual([]);
  // Sockets need a moment to close.
  await expect.poll(descriptors, { timeout: 60_000 }).toBeLessThanOrEqual(before);
});
