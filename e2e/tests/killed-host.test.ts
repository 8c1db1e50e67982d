import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { AGENTS, type Agent } from '../harness/agents.ts';
import { openPlaceAndServer, type PlaceAndServer } from '../harness/open-place-and-server.ts';
import { survivorsOf } from '../harness/survivors.ts';

const HOST = fileURLToPath(new URL('../harness/killed-host.mjs', import.meta.url));
const RUNNER = new URL('../../packages/agent-runner/dist/index.js', import.meta.url).href;
/** More than any pipe holds. */
const PROMPT = `BEGIN-OKAPI ${'Read this line. '.repeat(20_000)}END-ZEBRA`;
const KILLS = 50;
const AT_ONCE = 3;

/** A program whose prompt a host may leave incomplete, and what it got of it. */
interface Subject {
  readonly name: string;
  /** What the host needs to know to run it. */
  role(setting: PlaceAndServer): object;
  /** Each text that it took for a prompt. */
  taken(setting: PlaceAndServer): string[];
}

const cli = (agent: Agent): Subject => ({
  name: agent.name,
  role: ({ place, server }) => ({
    agent: agent.name,
    driver: agent.driverOptions(server),
    input: { prompt: PROMPT, model: agent.model, permissions: 'read-only' },
    options: { cwd: place.project, env: agent.env(server, place) },
  }),
  taken: ({ server }) => server.modelCalls().map(({ body }) => JSON.stringify(body)),
});

/** Reads slowly, so that many kills hit it in the middle, and then keeps what it read. */
const SLOW_READER = `
  const { readSync, renameSync, writeFileSync } = require('node:fs');
  const [chunk, read] = [Buffer.alloc(8192), []];
  for (let size; (size = readSync(0, chunk)) > 0; ) {
    read.push(Buffer.from(chunk.subarray(0, size)));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4);
  }
  writeFileSync('part', Buffer.concat(read));
  renameSync('part', 'taken');
  console.log('Done.');
`;

const slowCommand: Subject = {
  name: 'a command',
  role: ({ place }) => ({
    agent: 'command',
    driver: { file: process.execPath, args: ['-e', SLOW_READER] },
    input: { prompt: PROMPT, permissions: 'unrestricted' },
    options: { cwd: place.project, env: { HOME: place.home }, allowFullAccess: true },
  }),
  taken({ place }) {
    const file = `${place.project}/taken`;
    return existsSync(file) ? [readFileSync(file, 'utf8')] : [];
  },
};

/** What a host told before its end. */
interface Told {
  readonly status?: string;
  readonly readAfterMs?: number;
  readonly hadReadAll?: boolean;
}

it.each([...AGENTS.map(cli), slowCommand])(
  '$name never works on half a prompt: 50 kills',
  async (subject) => {
    const undisturbed = await inBatches([{}, {}, {}], (how) => runHost(subject, how));
    for (const { told, signal, taken } of undisturbed) {
      expect({ status: told.status, signal }).toEqual({ status: 'completed', signal: null });
      expectWhole(taken);
      expect(taken.length).toBeGreaterThan(0);
    }
    const lastByteMs = Math.min(...undisturbed.map(({ told }) => told.readAfterMs ?? Number.NaN));
    expect(lastByteMs).toBeGreaterThan(0);

    const kills = Array.from({ length: KILLS }, (_, n) => ({
      killAfterMs: (n / KILLS) * lastByteMs,
      orphan: n % 3 === 1,
    }));
    const killed = await inBatches(kills, (how) => runHost(subject, how));
    for (const { told, signal, orphan, taken } of killed) {
      // It tells this only when the agent's process exists.
      expect({ ...told, signal }).toMatchObject({ hadReadAll: expect.any(Boolean), signal: 'SIGKILL' });
      expectWhole(taken);
      // An agent that nothing ends has worked, and could only because the prompt does not need its host.
      if (orphan) expect(taken.length).toBeGreaterThan(0);
    }
    expect(killed.filter(({ told }) => told.hadReadAll === false).length).toBeGreaterThanOrEqual(10);
  },
  400_000,
);

function expectWhole(taken: readonly string[]): void {
  // Without the text itself, which would be a page of each message.
  expect(taken.map((text) => text.includes(PROMPT))).toEqual(taken.map(() => true));
}

/** Runs one host to its end, and waits until its agent has ended too. */
async function runHost(subject: Subject, how: { readonly killAfterMs?: number; readonly orphan?: boolean }) {
  const setting = await openPlaceAndServer();
  const host = spawn(process.execPath, [HOST], { stdio: ['pipe', 'pipe', 'ignore'] });
  const closed = once(host, 'close') as Promise<[number | null, string | null]>;
  host.stdin.end(JSON.stringify({ runner: RUNNER, ...subject.role(setting), ...how }));
  const lines = (await text(host.stdout)).split('\n').filter((line) => line !== '');
  const told: Told = Object.assign({}, ...lines.map((line) => JSON.parse(line)));
  const [, signal] = await closed;
  await expect.poll(() => survivorsOf(setting.place), { timeout: 60_000 }).toEqual([]);
  return { told, signal, orphan: how.orphan === true, taken: subject.taken(setting) };
}

/** Does a few at once, so that it takes less long but nobody waits for long. */
async function inBatches<In, Out>(all: readonly In[], run: (one: In) => Promise<Out>): Promise<Out[]> {
  const done: Out[] = [];
  for (let at = 0; at < all.length; at += AT_ONCE) {
    done.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(run))));
  }
  return done;
}
