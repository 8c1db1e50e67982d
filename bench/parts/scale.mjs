import {
  createBullmqDelivery,
  createBullmqExecutor,
  createWorker,
  identifyTeam,
  setUpQueue,
} from '@ctx/executor-bullmq';
import { openDatabase, setUpDatabase } from '@ctx/store-postgres';
import { createLocalExecutor, parseTeam } from '@ctx/team';
import { installEngines } from '../../e2e/install.mjs';
import { createPostgres } from '../../e2e/scale/harness/postgres-server.mjs';
import { median } from '../harness/statistics.mjs';
import { formatTime, table } from '../report/format.mjs';

const WORKERS = 4;
const MAX_CONNECTIONS = 15;
const team = parseTeam('name: bench\nmembers: [{ id: cat, type: ai, agentType: command, command: [cat] }]');
const identity = identifyTeam(team);

/** Measures turns on other machines: overhead over the local executor, database time, events and connections. */
export async function runScale({ rounds, isQuick }, { onProgress, emit }) {
  const server = await createPostgres(installEngines(), { execute });
  const url = await server.newDatabase();
  const members = [];
  const join = () => {
    const database = openDatabase({ url });
    const member = { database, delivery: createBullmqDelivery({ database }) };
    members.push(member);
    return member;
  };
  try {
    const coordinator = join();
    await setUpDatabase(coordinator.database);
    await setUpQueue(coordinator.database);
    const local = createLocalExecutor({ team });
    const stub = { run: stubTurn };
    const byPrompt = (turn, options) => (turn.prompt.startsWith('stub') ? stub : local).run(turn, options);
    const workers = Array.from({ length: WORKERS }, () =>
      createWorker({ ...join(), team: identity, executor: { run: byPrompt }, concurrency: 4 }),
    );
    const remote = createBullmqExecutor({ ...coordinator, team: identity });
    const turns = isQuick ? 5 : 20;
    const samples = [];
    for (let round = 0; round < rounds; round++) {
      onProgress(`scale round ${round + 1} of ${rounds}`);
      for (let turn = 0; turn < turns; turn++) {
        samples.push({ local: await timed(local, 'Say it.'), remote: await timed(remote, 'Say it.') });
      }
    }
    const idle = await connections(coordinator.database);
    onProgress('scale: many turns');
    const many = await manyTurns(remote, coordinator.database, isQuick ? 200 : 1000);
    const busy = await connections(coordinator.database);
    onProgress('scale: events');
    const events = await countEvents(remote, isQuick ? 5_000 : 50_000);
    await Promise.all(workers.map((worker) => worker.stop({ graceMs: 0 })));
    if (Math.max(idle, busy) > MAX_CONNECTIONS) {
      throw new Error(`${Math.max(idle, busy)} connections are too many; at most ${MAX_CONNECTIONS} are allowed.`);
    }
    emit(report(samples, { ...many, events, connections: Math.max(idle, busy) }));
  } finally {
    for (const { database, delivery } of members) {
      await delivery.close();
      await database.close();
    }
    await server.remove();
  }
}

function report(samples, { turnsPerSecond, databaseMs, events, connections }) {
  const localMs = median(samples.map(({ local }) => local));
  const remoteMs = median(samples.map(({ remote }) => remote));
  const rows = [
    ['a turn of `cat`, local executor', formatTime(localMs * 1000)],
    ['the same over Postgres, worker on the same machine', formatTime(remoteMs * 1000)],
    ['**overhead of a turn**', formatTime((remoteMs - localMs) * 1000)],
    [`turns without an agent, ${WORKERS} workers × 4, all at once`, `${Math.round(turnsPerSecond)} a second`],
    ['time of the database for one of them', formatTime(databaseMs * 1000)],
    ['events of one turn, from worker to reader', `${Math.round(events)} a second`],
    [`connections, a coordinator and ${WORKERS} workers`, String(connections)],
  ].map(([name, value]) => ({ name, value }));
  const columns = [
    { title: '', of: ({ name }) => name },
    { title: '', isNumber: true, of: ({ value }) => value },
  ];
  return `## Many machines\n\n${table(columns, rows)}\n`;
}

let turnIds = 0;
function turnOf(prompt) {
  turnIds += 1;
  const id = `turn-${turnIds}`;
  return { id, sessionId: `bench-${process.pid}`, member: 'cat', call: id, replyTo: 'm', upTo: 'm', prompt };
}

async function finish(executor, prompt, onEvent = () => {}) {
  for await (const event of executor.run(turnOf(prompt), { signal: new AbortController().signal })) {
    onEvent(event);
    if (event.type === 'turn-end' && event.result.status !== 'completed') throw new Error(JSON.stringify(event.result));
  }
}

async function timed(executor, prompt) {
  const startedAt = performance.now();
  await finish(executor, prompt);
  return performance.now() - startedAt;
}

/** A turn without an agent. The prompt `stub 100` gives a hundred events. */
async function* stubTurn({ prompt }) {
  const count = Number(prompt.split(' ')[1] ?? 0);
  for (let index = 0; index < count; index++) yield { type: 'text-delta', text: `word ${index} ` };
  yield { type: 'turn-end', result: { status: 'completed', text: 'done' } };
}

async function manyTurns(executor, database, count) {
  const before = await activeMs(database);
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: count }, () => finish(executor, 'stub')));
  const seconds = (performance.now() - startedAt) / 1000;
  // The database publishes its counters with a delay.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  return { turnsPerSecond: count / seconds, databaseMs: ((await activeMs(database)) - before) / count };
}

async function countEvents(executor, count) {
  let seen = 0;
  const startedAt = performance.now();
  await finish(executor, `stub ${count}`, ({ type }) => {
    if (type === 'text-delta') seen += 1;
  });
  if (seen !== count) throw new Error(`Only ${seen} of ${count} events arrived.`);
  return count / ((performance.now() - startedAt) / 1000);
}

async function activeMs(database) {
  const [row] = await database.query('select active_time from pg_stat_database where datname = current_database()');
  return Number(row.active_time);
}

async function connections(database) {
  const [row] = await database.query('select count(*) as n from pg_stat_activity where datname = current_database()');
  return Number(row.n);
}

async function execute(url, statement) {
  const database = openDatabase({ url, retryMs: 0 });
  await database.query(statement).finally(() => database.close());
}
