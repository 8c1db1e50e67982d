import { setTimeout as pause } from 'node:timers/promises';
import type { AgentEvent, AgentTurn, TurnExecutor, TurnResult } from '@ctx/contract';
import {
  createBullmqDelivery,
  createBullmqExecutor,
  createWorker,
  identifyTeam,
  poolName,
  setUpQueue,
  type TurnWorker,
  type WorkerOptions,
} from '@ctx/executor-bullmq';
import { createCoordinatorTurns, createPostgresStore, type Database } from '@ctx/store-postgres';
import { createConversation, resumeConversation } from '@ctx/team';
import { afterEach, describe, expect, it } from 'vitest';
import { scriptedTeam } from '../harness/scripted-members.ts';
import { withDatabases } from '../harness/with-database.ts';

const databases = withDatabases();
const team = scriptedTeam();
const identity = identifyTeam(team);
const pool = poolName(identity, 'command');
const never = () => new AbortController().signal;
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A new database with a coordinator. `work` adds a worker to it. */
async function engine() {
  const database = await databases.fresh();
  await setUpQueue(database);
  const join = () => {
    const own = databases.open({ url: database.name });
    const delivery = createBullmqDelivery({ database: own });
    cleanups.push(() => delivery.close());
    return { database: own, delivery };
  };
  const coordinator = join();
  return {
    ...coordinator,
    executor: createBullmqExecutor({ ...coordinator, team: identity }),
    /** A coordinator on another machine. */
    another: () => createBullmqExecutor({ ...join(), team: identity }),
    work(executor: TurnExecutor, options: Partial<WorkerOptions> = {}): TurnWorker {
      const worker = createWorker({ ...join(), team: identity, executor, leaseMs: 10_000, ...options });
      cleanups.push(() => worker.stop({ graceMs: 0 }));
      return worker;
    },
  };
}

/** An executor whose agent is a function. */
function stub(answer: (turn: AgentTurn, signal: AbortSignal) => AsyncIterable<AgentEvent>): TurnExecutor {
  return { run: (turn, options) => answer(turn, options.signal) };
}

const completed = (text: string): AgentEvent => ({ type: 'turn-end', result: { status: 'completed', text } });

function turn(id: string, change: Partial<AgentTurn> = {}): AgentTurn {
  return { id, sessionId: 's', member: 'echo', call: id, replyTo: 'm', upTo: 'm', prompt: id, ...change };
}

async function resultOf(executor: TurnExecutor, order: AgentTurn, abort: AbortSignal = never()): Promise<TurnResult> {
  for await (const event of executor.run(order, { signal: abort })) if (event.type === 'turn-end') return event.result;
  throw new Error('The turn did not end.');
}

async function insertTurn(database: Database, id: string, payload: string, memberHash: string): Promise<void> {
  await database.query(
    'insert into ctx.turns (session_id, turn_id, attempt, pool, member_hash, payload) values ($1, $2, 1, $3, $4, $5)',
    ['s', id, pool, memberHash, payload],
  );
}

describe('a turn in the database', () => {
  it('fails if its row was tampered with, and the worker continues', async () => {
    const { database, delivery, executor, work } = await engine();
    const hash = identity.agents.get('echo')!.hash;
    const poison = {
      nothing: ['', hash],
      json: ['{"half', hash],
      null: ['null', hash],
      list: ['[1,2]', hash],
      'another-turn': [JSON.stringify(turn('other')), hash],
      'no-prompt': [JSON.stringify({ ...turn('no-prompt'), prompt: 7 }), hash],
      'a-human': [JSON.stringify(turn('a-human', { member: 'kim' })), hash],
      'another-hash': [JSON.stringify(turn('another-hash')), 'f'.repeat(64)],
      'another-member': [JSON.stringify(turn('another-member', { member: 'sleepy' })), hash],
    };
    for (const [id, [payload, memberHash]] of Object.entries(poison)) {
      await insertTurn(database, id, payload!, memberHash!);
    }
    await delivery.add(pool, [
      'not a key',
      '%',
      's/gone/attempt-1',
      ...Object.keys(poison).map((id) => `s/${id}/attempt-1`),
    ]);
    const started: string[] = [];
    work(
      stub(async function* ({ id }) {
        started.push(id);
        yield completed('fine');
      }),
    );
    const coordinatorTurns = createCoordinatorTurns(database);
    for (const id of Object.keys(poison)) {
      const key = { sessionId: 's', turnId: id, attempt: 1 };
      await expect
        .poll(async () => (await coordinatorTurns.readNews(key, 0)).result?.status, { timeout: 60_000 })
        .toBe('failed');
    }
    expect(await resultOf(executor, turn('good'))).toMatchObject({ status: 'completed', text: 'fine' });
    expect(started).toEqual(['good']);
  });

  it('can contain NUL, lone surrogates, quotes and very long text', async () => {
    const { executor, work } = await engine();
    work(
      stub(async function* ({ prompt }) {
        yield { type: 'text-delta', text: String(prompt) };
        yield completed(String(prompt));
      }),
    );
    const prompt = `NUL \0, half \ud83d, quote ', \\u0000 and ${'long '.repeat(200_000)}`;
    expect((await resultOf(executor, turn('odd', { prompt }))).text).toBe(prompt);
  });
});

describe('many turns', () => {
  it('wait for workers, a thousand at once, and each runs once', async () => {
    const { database, executor, work } = await engine();
    const count = 1_000;
    const results = Promise.all(Array.from({ length: count }, (_, index) => resultOf(executor, turn(`turn-${index}`))));
    await expect
      .poll(async () => Number((await database.query('select count(*) as n from ctx.turns'))[0]?.['n']), {
        timeout: 60_000,
      })
      .toBe(count);
    const starts = new Map<string, number>();
    const agent = stub(async function* ({ id }) {
      starts.set(id, (starts.get(id) ?? 0) + 1);
      yield completed(id);
    });
    for (let worker = 0; worker < 3; worker++) work(agent, { concurrency: 8 });
    expect((await results).map(({ text }) => text)).toEqual(
      Array.from({ length: count }, (_, index) => `turn-${index}`),
    );
    expect([...starts.values()].every((times) => times === 1)).toBe(true);
  });

  it('of one agent type stay within its limit over all workers', async () => {
    const { executor, work } = await engine();
    let running = 0;
    let most = 0;
    const agent = stub(async function* () {
      running += 1;
      most = Math.max(most, running);
      // Until a second one runs beside it, and long enough for a third to be seen.
      while (most < 2) await pause(5);
      await pause(60);
      running -= 1;
      yield completed('done');
    });
    for (let worker = 0; worker < 2; worker++) work(agent, { concurrency: 6, limits: { command: 2 } });
    await Promise.all(Array.from({ length: 12 }, (_, index) => resultOf(executor, turn(`turn-${index}`))));
    expect(most).toBe(2);
  });
});

describe('a reader that stops reading', () => {
  it('does not hold up the turn or other readers', async () => {
    const { executor, another, work } = await engine();
    work(
      stub(async function* () {
        for (let index = 0; index < 20_000; index++) yield { type: 'text-delta', text: `word ${index} ` };
        yield completed('all said');
      }),
    );
    const order = turn('long');
    const lazy = executor.run(order, { signal: never() })[Symbol.asyncIterator]();
    await lazy.next();
    expect(await resultOf(another(), order)).toMatchObject({ status: 'completed', text: 'all said' });
    await lazy.return?.();
  });
});

describe('cancelling', () => {
  it('ends a queued turn from another machine', async () => {
    const { database, executor, another } = await engine();
    const waiting = resultOf(executor, turn('queued'));
    const abort = new AbortController();
    const elsewhere = resultOf(another(), turn('queued'), abort.signal);
    await expect.poll(async () => (await database.query('select from ctx.turns')).length).toBe(1);
    abort.abort();
    expect((await waiting).status).toBe('cancelled');
    expect((await elsewhere).status).toBe('cancelled');
  });

  it('ends a running turn from another machine', async () => {
    const { executor, another, work } = await engine();
    work(
      stub(async function* (_turn, stop) {
        yield { type: 'text-delta', text: 'Half' };
        await new Promise((resolve) => stop.addEventListener('abort', resolve));
        yield { type: 'turn-end', result: { status: 'cancelled', text: 'Half' } };
      }),
    );
    const order = turn('running');
    const running = resultOf(executor, order);
    const abort = new AbortController();
    for await (const event of another().run(order, { signal: abort.signal })) {
      if (event.type === 'text-delta') abort.abort();
    }
    expect((await running).status).toBe('cancelled');
  });
});

describe('two coordinators of one session', () => {
  it('cannot both write: the second is refused, or the first has lost its claim', async () => {
    const { database, executor, another, work } = await engine();
    work(
      stub(async function* ({ id }) {
        yield completed(`answer to ${id}`);
      }),
    );
    const open = () => createPostgresStore({ database, sessionId: 'shared' });
    const first = createConversation({ team, executor, store: open() });
    await first.send('One', { to: ['echo'] });
    await first.idle();
    await expect(resumeConversation({ team, executor: another(), store: open() })).rejects.toMatchObject({
      code: 'CTX_STORE_LOCKED',
    });
    // As if the first had been unreachable for longer than its claim.
    await database.query("update ctx.sessions set owner_until = clock_timestamp() - interval '1 second'");
    const second = await resumeConversation({ team, executor: another(), store: open() });
    await second.send('Two', { to: ['echo'] });
    await second.idle();
    await expect(first.send('Three', { to: ['echo'] })).rejects.toMatchObject({ code: 'CTX_STORE_CONFLICT' });
    const contents = second.messages().map(({ content }) => content);
    expect(contents).toEqual(['One', 'answer to turn-1', 'Two', 'answer to turn-2']);
    await second.close();
    await first.close();
  });
});

describe('a worker that has lost its turn', () => {
  it('cannot write a result, and ends its agent', async () => {
    const { database, executor, work } = await engine();
    let isEnded = false;
    const worker = work(
      stub(async function* (_turn, stop) {
        yield { type: 'text-delta', text: 'Half' };
        await new Promise((resolve) => stop.addEventListener('abort', resolve));
        isEnded = true;
        yield completed('too late');
      }),
      { leaseMs: 2_000 },
    );
    const running = resultOf(executor, turn('away'));
    await expect.poll(() => worker.status().running, { timeout: 60_000 }).toBe(1);
    // What a coordinator does after a lease without a heartbeat.
    const coordinatorTurns = createCoordinatorTurns(database);
    const key = { sessionId: 's', turnId: 'away', attempt: 1 };
    await expect
      .poll(
        async () => {
          const [progress] = await coordinatorTurns.readProgress([key]);
          return coordinatorTurns.markLost(key, progress!.beats, { status: 'unknown', text: '' });
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    expect((await running).status).toBe('unknown');
    await expect.poll(() => worker.status().fenced, { timeout: 60_000 }).toBe(1);
    expect(isEnded).toBe(true);
    expect((await resultOf(executor, turn('away'))).status).toBe('unknown');
  });
});
