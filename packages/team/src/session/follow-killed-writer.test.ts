import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleChildren } from './__fixtures__/bundle-children.ts';
import { createFileCatalog } from './file-catalog.ts';

const LAST = 50;

let start: Awaited<ReturnType<typeof bundleChildren>>;
beforeAll(async () => {
  start = await bundleChildren();
});

describe('a follower in another process', () => {
  it('gets every record once and in order, even if the writer is killed and restarted', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'ctx-follow-'));
    const sessionId = 's';
    const counting = ['count', directory, sessionId, LAST, 20_000, 256].map(String);
    const first = start(counting);
    await first.said('said 2');
    const store = await createFileCatalog({ directory }).open(sessionId);
    const abort = new AbortController();
    const said: number[] = [];
    const seqs: number[] = [];
    const following = (async () => {
      for await (const { seq, record } of store.follow!(1, abort.signal)) {
        seqs.push(seq);
        if (record.type !== 'message') continue;
        said.push(Number(/(\d+)/.exec(record.message.content.replace(/^x+/, ''))![1]));
        if (said.at(-1) === LAST) abort.abort();
      }
    })();
    first.process.kill('SIGKILL');
    await first.ended;
    for (let kill = 0; kill < 3; kill++) {
      const again = start(counting);
      await again.said('ready');
      await sleep(40 * Math.random());
      again.process.kill('SIGKILL');
      await again.ended;
    }
    expect((await start(counting).ended).code).toBe(0);
    await following;
    await store.close();
    expect(said).toEqual(Array.from({ length: LAST + 1 }, (_, index) => index));
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  }, 120_000);
});
