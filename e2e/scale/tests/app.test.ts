import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { createMachine, endWith, type Machine, printed } from '../harness/app.ts';
import { createRedis, hasRedis } from '../harness/redis-server.ts';
import { withDatabases } from '../harness/with-database.ts';

const ANSWER =
  "let all = ''; process.stdin.on('data', (piece) => (all += piece)).on('end', () => console.log('I read ' + all.length + ' characters.'))";

const teamWith = (slowMs: number) => `name: crew
members:
  - { id: alice, type: human }
  - { id: max, type: ai, agentType: command, command: [${process.execPath}, -e, ${JSON.stringify(ANSWER)}], onLost: retry }
  - { id: slow, type: ai, agentType: slowpoke, command: [${process.execPath}, -e, ${JSON.stringify(`console.log('Half'); setTimeout(() => console.log('Whole'), ${slowMs})`)}] }
`;
const TEAM = teamWith(60_000);

const databases = withDatabases();
const children: ChildProcess[] = [];
const machines: Machine[] = [];
let url: string;

function machine(team = TEAM): Machine {
  const created = createMachine(team);
  machines.push(created);
  return created;
}

async function startWorker(on: Machine, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const child = on.start(['worker', '--trust', ...args], { CTX_ENGINE: url, ...env });
  children.push(child);
  await printed(child, /ready for .*\n/);
  return child;
}

beforeAll(async () => {
  url = await databases.server().newDatabase();
  const { exitCode, stdout } = await machine().run(['engine', 'setup', '--engine', url]);
  expect(stdout).toMatch(/now has schema \d+/);
  expect(exitCode).toBe(0);
});
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => endWith(child, 'SIGKILL')));
  for (const created of machines.splice(0)) created.remove();
});

describe('ctx with an engine', () => {
  it('runs turns on a second machine and shows the session on a third', async () => {
    const [one, two, three] = [machine(), machine(), machine()];
    await startWorker(two);
    const run = await one.run(['run', '--trust', '--engine', url, '@max', 'Hello?']);
    expect(run.stderr).toBe('');
    expect(run.stdout).toMatch(/I read \d+ characters/);
    expect(run.exitCode).toBe(0);
    expect(existsSync(join(one.folder, '.ctx/sessions'))).toBe(false);

    const env = { CTX_ENGINE: url };
    const list = await three.run(['sessions', '--json'], env);
    const { sessionId, team, firstMessage } = JSON.parse(list.stdout.trim().split('\n')[0]!);
    expect({ team, firstMessage }).toMatchObject({ team: 'crew', firstMessage: expect.stringContaining('Hello?') });
    expect((await three.run(['show', sessionId], env)).stdout).toMatch(/I read \d+ characters/);
    expect((await three.run(['explain', sessionId, 'last'], env)).stdout).toMatch(/max/i);
    const resumed = await three.run(['resume', sessionId, '@max', 'And', 'again?', '--trust'], env);
    expect(resumed.stderr).toBe('');
    expect(resumed.exitCode).toBe(0);
    expect((await one.run(['show', 'last'], env)).stdout.match(/I read \d+ characters/g)).toHaveLength(2);
  });

  it('warns if no worker has the team file, and waits for one', async () => {
    // These team files differ from the other tests, whose killed workers still count as running.
    const [one, two] = [machine(teamWith(1)), machine(teamWith(2))];
    await startWorker(two);
    const run = one.start(['run', '--trust', '@max', 'Hello?'], { CTX_ENGINE: url });
    children.push(run);
    await printed(run, /have another team file/);
    await startWorker(machine(teamWith(1)));
    await printed(run, /I read \d+ characters/);
  });

  it('lets a stopped worker finish its turn and exit with 0', async () => {
    const [one, two] = [machine(teamWith(3_000)), machine(teamWith(3_000))];
    const worker = await startWorker(two, ['--can', 'slowpoke']);
    const run = one.start(['run', '--trust', '@slow', 'Go'], { CTX_ENGINE: url });
    children.push(run);
    // On a busy machine both may come in one piece.
    const whole = printed(run, /Whole/);
    await printed(run, /Half/);
    expect(await endWith(worker, 'SIGTERM')).toBe(0);
    await whole;
  });

  it('reports a turn as lost if it does not end within the grace period of a stopped worker', async () => {
    const [one, two] = [machine(), machine()];
    const worker = await startWorker(two, ['--can', 'slowpoke', '--grace', '0.2']);
    const running = one.run(['run', '--trust', '@slow', 'Go'], { CTX_ENGINE: url });
    await expect.poll(() => runningTurns(), { timeout: 60_000 }).toBe(1);
    expect(await endWith(worker, 'SIGTERM')).toBe(0);
    const { exitCode, stderr } = await running;
    expect(stderr).toMatch(/was cut off; what it had done by then is not known/);
    expect(exitCode).toBe(1);
  });

  // Only if Redis is installed; .ci/run installs it.
  if (hasRedis()) {
    it('works with the queue in Redis', async () => {
      const redis = await createRedis(inject('engines'));
      try {
        const env = { CTX_ENGINE: url, CTX_QUEUE: redis.url };
        await startWorker(machine(), [], env);
        const { stdout, exitCode } = await machine().run(['run', '--trust', '@max', 'Hello?'], env);
        expect(stdout).toMatch(/I read \d+ characters/);
        expect(exitCode).toBe(0);
      } finally {
        await redis.remove();
      }
    });
  }
});

describe('ctx worker and ctx engine', () => {
  it.each([
    ['an invalid address', ['--engine', 'mysql://a:hunter2@b/c'], 2, /--engine takes an address like postgres/],
    ['a missing address', [], 2, /No database is given/],
    [
      'an agent type that the team does not have',
      ['--engine', 'URL', '--can', 'codex', '--trust'],
      2,
      /no agent of type/,
    ],
    [
      'an invalid number',
      ['--engine', 'URL', '--concurrency', 'many', '--trust'],
      2,
      /--concurrency <number> cannot be "many"/,
    ],
    [
      'a team file that is not trusted',
      ['--engine', 'URL'],
      2,
      /^ctx: Nothing was run\. To agree, run this in a terminal/,
    ],
  ])('report %s in one line, without the password', async (_what, args, exitCode, expected) => {
    const given = args.map((word) => (word === 'URL' ? url : word));
    const result = await machine().run(['worker', ...given]);
    expect(result.exitCode).toBe(exitCode);
    const last = result.stderr.trim().split('\n').at(-1)!;
    expect(last).toMatch(expected);
    expect(result.stderr + result.stdout).not.toContain('hunter2');
  });

  it('report a database that does not answer within 15 seconds', async () => {
    const dead = 'postgres://ctx:hunter2@127.0.0.1:1/nothing';
    const { exitCode, stderr } = await machine().run(['worker', '--trust', '--engine', dead]);
    expect(exitCode).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(
      /ctx: The database postgres:\/\/ctx:\*\*\*@127.0.0.1:1\/nothing cannot be used: nothing listens/,
    );
  });

  it('report a database that is not set up or has another schema version', async () => {
    const empty = await databases.server().newDatabase();
    const worker = ['worker', '--trust', '--engine', empty];
    const first = await machine().run(worker);
    expect(first.stderr).toMatch(/^ctx: The database .* has not been set up for ctx\. .*ctx engine setup/);
    expect(first.exitCode).toBe(1);
    await machine().run(['engine', 'setup', '--engine', empty]);
    await databases.open({ url: empty }).query('update ctx.schema_version set version = 99');
    const second = await machine().run(worker);
    expect(second.stderr).toMatch(/newer schema 99/);
    expect(second.exitCode).toBe(1);
  });

  it('print the SQL of the roles', async () => {
    const { stdout } = await machine().run(['engine', 'roles']);
    expect(stdout).toContain('ctx_worker');
  });
});

async function runningTurns(): Promise<number> {
  const [row] = await databases.open({ url }).query("select count(*) as n from ctx.turns where state = 'running'");
  return Number(row?.['n']);
}
