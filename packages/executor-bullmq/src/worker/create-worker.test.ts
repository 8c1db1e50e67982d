import type { Database } from '@ctx/store-postgres';
import { expect, it } from 'vitest';
import type { Delivery } from '../delivery/delivery.ts';
import { identifyTeam } from '../team-identity.ts';
import { createWorker } from './create-worker.ts';

const database: Database = {
  name: 'a database without turns',
  pool: {},
  query: async () => [],
  onWake: () => () => {},
  close: async () => {},
};

const agents = ['claude-code', 'openai-codex'].map((agentType) => ({ id: agentType, type: 'ai', agentType }));
const team = identifyTeam({ file: '/team/ctx.team.yaml', members: agents });
const executor = { run: () => expect.unreachable('there is no turn') };

it('a worker takes no turn before all its limits are set', async () => {
  const calls: string[] = [];
  let isQueueDown = true;
  const delivery: Delivery = {
    add: async () => {},
    take: async () => {
      calls.push('take');
      return undefined;
    },
    limit: async (pool, max) => {
      if (pool.includes('codex') && isQueueDown) throw new Error('The queue is down');
      calls.push(`limit ${max}`);
    },
    close: async () => {},
  };
  const limits = { 'claude-code': 3, 'openai-codex': 2 };
  const worker = createWorker({ database, delivery, executor, team, limits });
  await expect.poll(() => worker.status().problem).toBe('The queue is down');
  expect(calls).toEqual(['limit 3']);
  isQueueDown = false;
  await expect.poll(() => calls.length).toBeGreaterThan(2);
  expect(calls.slice(0, 3)).toEqual(['limit 3', 'limit 2', 'take']);
  expect(worker.status().problem).toBeUndefined();
  await worker.stop();
});
