import {
  createBullmqDelivery,
  createBullmqExecutor,
  createWorker,
  identifyTeam,
  requireReady,
  setUpQueue,
} from '@ctx/executor-bullmq';
import { createPostgresStore, createRoles } from '@ctx/store-postgres';
import { createConversation, createLocalExecutor } from '@ctx/team';
import { expect, it } from 'vitest';
import { scriptedTeam } from '../harness/scripted-members.ts';
import { withDatabases } from '../harness/with-database.ts';

const databases = withDatabases();

it('the two roles have enough rights to hold a conversation and to run its turns', async () => {
  const owner = await databases.fresh();
  await setUpQueue(owner);
  await createRoles(owner);
  await owner.query("create user anna password 'a' in role ctx_coordinator");
  await owner.query("create user bob password 'b' in role ctx_worker");
  const as = async (user: string) => {
    const database = databases.open({ url: owner.name.replace('//ctx@', `//${user}@`) });
    await requireReady(database);
    return { database, delivery: createBullmqDelivery({ database }) };
  };
  const [anna, bob] = [await as('anna'), await as('bob')];
  const team = scriptedTeam({ onLost: 'retry' });
  const identity = identifyTeam(team);
  const worker = createWorker({
    ...bob,
    team: identity,
    executor: createLocalExecutor({ team, graceMs: 500 }),
    concurrency: 2,
    leaseMs: 2_000,
    limits: { command: 2 },
  });
  const conversation = createConversation({
    team,
    executor: createBullmqExecutor({ ...anna, team: identity }),
    store: createPostgresStore({ database: anna.database, sessionId: 'theirs' }),
  });
  await conversation.send('Hello?', { to: ['echo'] });
  await conversation.idle();
  expect(worker.status().problem).toBeUndefined();
  expect(conversation.messages().at(-1)?.content).toContain('Hello?');
  await conversation.send('And you?', { to: ['sleepy'] });
  await expect.poll(() => worker.status().running, { timeout: 60_000 }).toBe(1);
  // Long enough for heartbeats, a sweep, and marking the turn as watched.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect(worker.status().problem).toBeUndefined();
  conversation.cancel();
  await conversation.idle();
  expect(conversation.messages().some(({ metadata }) => metadata?.['status'] === 'cancelled')).toBe(true);
  await conversation.close();
  await worker.stop();
  for (const { delivery } of [anna, bob]) await delivery.close();
});
