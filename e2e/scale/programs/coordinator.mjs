// The coordinator of the fault tests. Its settings are JSON in the variable COORDINATOR: `{ url, engines, redisPort?,
// ledger, conversations, rounds, faultsPerRound }`. It holds all conversations at once and exits when all rounds are
// answered. After a kill and a restart it resumes them.
import { createBullmqExecutor, identifyTeam, requireReady } from '../../../packages/executor-bullmq/dist/index.js';
import {
  createPostgresCatalog,
  createPostgresStore,
  openDatabase,
} from '../../../packages/store-postgres/dist/index.js';
import { createConversation, resumeConversation } from '../../../packages/team/dist/index.js';
import { openDelivery } from './open-delivery.mjs';
import { faultTeam } from './team.mjs';

const settings = JSON.parse(process.env['COORDINATOR'] ?? '{}');
const team = faultTeam(settings.ledger, settings.faultsPerRound);
const database = openDatabase({ url: settings.url, retryMs: 60_000 });
await requireReady(database, { hasQueue: settings.redisPort === undefined });
const delivery = openDelivery(settings, database);
const executor = createBullmqExecutor({ database, delivery, team: identifyTeam(team) });
const catalog = createPostgresCatalog({ database });
const known = new Set((await catalog.list()).map(({ sessionId }) => sessionId));

await Promise.all(Array.from({ length: settings.conversations }, (_, index) => hold(`c${index + 1}`)));
console.log('all done');
await delivery.close();
await database.close();
process.exit(0);

async function hold(/** @type {string} */ sessionId) {
  const store = shortClaims(createPostgresStore({ database, sessionId }));
  const options = { team, executor, store };
  const conversation = known.has(sessionId)
    ? await untilFree(() => resumeConversation(options))
    : createConversation({ ...options, sessionId });
  conversation.proceed();
  await settle(conversation);
  for (;;) {
    const asked = conversation.messages().filter(({ speaker }) => speaker.type === 'human').length;
    if (asked >= settings.rounds) break;
    await conversation.send(`Q:${sessionId}:${asked + 1}`, { to: [asked % 2 === 0 ? 'auto' : 'careful'] });
    await settle(conversation);
  }
  await conversation.close();
}

// A lost turn of the member `careful` waits for a decision. Here it is always run again.
async function settle(/** @type {import('@ctx/team').Conversation} */ conversation) {
  for (;;) {
    await conversation.idle();
    const [lost] = conversation.status().lost;
    if (lost === undefined) return;
    await conversation.decide(lost.turn, 'again');
  }
}

// The claim of a killed coordinator normally lasts 30 seconds, which is too long for this test.
function shortClaims(/** @type {import('@ctx/contract').SessionStore} */ store) {
  return { ...store, claim: (/** @type {string} */ owner) => store.claim?.(owner, 1_500) };
}

async function untilFree(/** @type {() => Promise<import('@ctx/team').Conversation>} */ open) {
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (/** @type {{ code?: string }} */ (error).code !== 'CTX_STORE_LOCKED') throw error;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }
}
