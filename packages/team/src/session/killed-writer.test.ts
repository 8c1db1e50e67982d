import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleChildren } from './__fixtures__/bundle-children.ts';
import { createFileCatalog } from './file-catalog.ts';
import { sessionPath } from './file-store.ts';
import { parseLine } from './log-line.ts';

const KILLS = 40;
const SESSIONS_AT_ONCE = 4;
const LAST = 50;
const PADDING_BYTES = 20_000;
/** Some disks take a line in one go, others bit by bit; on those a kill is likely to fall inside a write. */
const WRITE_BYTES = [1_000_000, 256, 256, 256];

const NEWLINE = 10;

let start: Awaited<ReturnType<typeof bundleChildren>>;
beforeAll(async () => {
  start = await bundleChildren();
}, 60_000);

async function numbers(sessionId: string, directory: string): Promise<number[]> {
  const said: number[] = [];
  const store = await createFileCatalog({ directory }).open(sessionId);
  for await (const { record } of store.read()) {
    if (record.type === 'message') said.push(Number(/(\d+)/.exec(record.message.content.replace(/^x+/, ''))![1]));
  }
  await store.close();
  return said;
}

describe('a writer that is killed with SIGKILL at random moments of a conversation of fifty turns', () => {
  it(`${KILLS} times loses no message it had told of, doubles none, and reads no half line`, async () => {
    const directory = await mkdtemp(join(tmpdir(), 'ctx-kill-'));
    let killsLeft = KILLS;
    let torn = 0;
    let mended = 0;

    /** One process on the session, killed or not. Says whether it came to the end. */
    async function runOnce(sessionId: string, writeBytes: number): Promise<boolean> {
      const counting = ['count', directory, sessionId, LAST, PADDING_BYTES, writeBytes].map(String);
      const child = start(counting);
      await child.said('ready');
      if (killsLeft > 0) {
        killsLeft -= 1;
        await sleep(Math.random() * 80);
        child.process.kill('SIGKILL');
      }
      const { code, signal } = await child.ended;
      if (signal === null) expect(`${code} ${child.stderr()}`).toBe('0 ');
      const log = await readFile(sessionPath(sessionId, directory)).catch(() => Buffer.alloc(0));
      // A line that lacks nothing but its newline counts as whole.
      const lastLine = log.subarray(log.lastIndexOf(NEWLINE) + 1);
      if (lastLine.length > 0 && 'problem' in parseLine(lastLine)) torn += 1;
      if (child.lines.includes('mended')) mended += 1;

      const said = await numbers(sessionId, directory);
      expect(said).toEqual(said.map((_, index) => index));
      const told = child.lines.filter((line) => line.startsWith('said ')).map((line) => Number(line.slice(5)));
      expect(said.length).toBeGreaterThan(told.at(-1) ?? -1);
      return code === 0;
    }

    async function runSession(session: number): Promise<void> {
      const sessionId = `s-${session}`;
      while (!(await runOnce(sessionId, WRITE_BYTES[session % WRITE_BYTES.length]!)));
      expect(await numbers(sessionId, directory)).toEqual(Array.from({ length: LAST + 1 }, (_, index) => index));
      if (killsLeft > 0) await runSession(session + SESSIONS_AT_ONCE);
    }

    await Promise.all(Array.from({ length: SESSIONS_AT_ONCE }, (_, session) => runSession(session)));
    console.log(`${KILLS} kills, ${torn} inside a write (${Math.round((100 * torn) / KILLS)} %)`);
    expect(torn).toBeGreaterThan(0);
    expect(mended).toBe(torn);
  }, 240_000);
});

describe('two processes on one session', () => {
  it('do not both write: the second is told who does', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'ctx-two-'));
    const first = start(['open', directory, 's']);
    await first.said('opened');
    const second = start(['open', directory, 's']);
    expect((await second.ended).code).toBe(1);
    expect(second.stderr()).toContain('CTX_STORE_LOCKED');
    expect(second.stderr()).toContain(`process ${first.process.pid} on`);
    first.process.kill('SIGKILL');
    await first.ended;
    const third = start(['open', directory, 's']);
    await third.said('opened');
    third.process.kill('SIGKILL');
    await third.ended;
  });
});
