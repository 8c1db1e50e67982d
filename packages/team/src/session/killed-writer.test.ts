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
/** How many bytes one write takes, for each session. With few, a kill is likely to fall inside a line. */
const WRITE_BYTES = [1_000_000, 256, 256, 256];
/** A line takes about 80 writes of 256 bytes. */
const MOST_WRITES = 400;

const NEWLINE = 10;

let start: Awaited<ReturnType<typeof bundleChildren>>;
beforeAll(async () => {
  start = await bundleChildren();
});

async function numbers(sessionId: string, directory: string): Promise<number[]> {
  const said: number[] = [];
  const store = await createFileCatalog({ directory }).open(sessionId);
  for await (const { record } of store.read()) {
    if (record.type === 'message') said.push(Number(/(\d+)/.exec(record.message.content.replace(/^x+/, ''))![1]));
  }
  await store.close();
  return said;
}

describe('a conversation of fifty turns whose process is killed at random moments', () => {
  it(`loses no reported message, repeats none and reads no half line in ${KILLS} kills`, async () => {
    const directory = await mkdtemp(join(tmpdir(), 'ctx-kill-'));
    let killsLeft = KILLS;
    let torn = 0;
    let repaired = 0;

    /** Runs one process on the session and kills it while kills are left. Returns whether it reached the end. */
    async function runOnce(sessionId: string, writeBytes: number): Promise<boolean> {
      // Every other kill comes from inside, at a random place of a line: few of those from outside fall there.
      const diesInWrite = killsLeft > 0 && killsLeft % 2 === 0;
      const dieAfterWrites = diesInWrite ? 1 + Math.floor(Math.random() * MOST_WRITES) : 0;
      const counting = ['count', directory, sessionId, LAST, PADDING_BYTES, writeBytes, dieAfterWrites].map(String);
      const child = start(counting);
      await child.said('ready');
      if (killsLeft > 0) {
        killsLeft -= 1;
        if (!diesInWrite) {
          await sleep(Math.random() * 80);
          child.process.kill('SIGKILL');
        }
      }
      const { code, signal } = await child.ended;
      if (signal === null) expect(`${code} ${child.stderr()}`).toBe('0 ');
      const log = await readFile(sessionPath(sessionId, directory)).catch(() => Buffer.alloc(0));
      // A line that lacks only its newline counts as complete.
      const lastLine = log.subarray(log.lastIndexOf(NEWLINE) + 1);
      if (lastLine.length > 0 && 'problem' in parseLine(lastLine)) torn += 1;
      if (child.lines.includes('repaired')) repaired += 1;

      const said = await numbers(sessionId, directory);
      expect(said).toEqual(said.map((_, index) => index));
      const reported = child.lines.filter((line) => line.startsWith('said ')).map((line) => Number(line.slice(5)));
      expect(said.length).toBeGreaterThan(reported.at(-1) ?? -1);
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
    expect(repaired).toBe(torn);
  }, 240_000);
});

describe('two processes on one session', () => {
  it('cannot both write: the second one’s error names the first', async () => {
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
