import { lstat, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentEvent, AgentTurn, TurnExecutor } from '@ctx/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { followLive, type LiveNews } from './follow-live.ts';
import { createLiveExecutor } from './live-executor.ts';
import { livePath, MAX_LIVE_BYTES } from './live-file.ts';

const turn: AgentTurn = {
  id: 'turn-1',
  sessionId: 's1',
  member: 'max',
  call: 'call-1',
  replyTo: 'm1',
  upTo: 'm1',
  prompt: 'Hello',
};
const end: AgentEvent = { type: 'turn-end', result: { status: 'completed', text: 'all' } };

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ctx-live-'));
});

/** An agent that sends an event whenever the test calls `say`. */
function talker() {
  const waiting: ((event: AgentEvent) => void)[] = [];
  const said: AgentEvent[] = [];
  const executor: TurnExecutor = {
    async *run() {
      for (;;) {
        const event = said.shift() ?? (await new Promise<AgentEvent>((resolve) => waiting.push(resolve)));
        yield event;
        if (event.type === 'turn-end') return;
      }
    },
  };
  const say = (event: AgentEvent) => {
    const next = waiting.shift();
    if (next === undefined) said.push(event);
    else next(event);
  };
  return { executor, say };
}

async function drain(events: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const all: AgentEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

async function newsUntil(isEnough: (all: LiveNews[]) => boolean): Promise<LiveNews[]> {
  const all: LiveNews[] = [];
  const stop = new AbortController();
  for await (const news of followLive('s1', stop.signal, { directory })) {
    all.push(news);
    if (isEnough(all)) break;
  }
  stop.abort();
  return all;
}

/** The text of all news, with tool calls and the note about a full file in brackets. */
const textOf = (all: readonly LiveNews[]) =>
  all
    .flatMap(({ pieces }) => pieces)
    .map((piece) => {
      if (piece.type === 'text') return piece.text;
      return piece.type === 'tool' ? `[${piece.line}]` : `[${piece.type}]`;
    })
    .join('');

describe('a live turn', () => {
  it('shows its text and its tool calls while it runs, and leaves no file behind', async () => {
    const { executor, say } = talker();
    const running = drain(createLiveExecutor(executor, { directory }).run(turn, { signal: AbortSignal.any([]) }));
    say({ type: 'text-delta', text: 'Grüße ' });
    say({ type: 'tool-call', id: '1', name: 'Read', input: { limit: 3, path: 'a b.ts' } });
    say({ type: 'text', text: 'ü' });
    const news = await newsUntil((all) => textOf(all).endsWith('ü'));
    expect(textOf(news)).toBe('Grüße [a b.ts]ü');
    expect(news[0]).toMatchObject({ turn: 'turn-1', isFromStart: true });
    const gone = newsUntil((all) => {
      // This follower has seen the file, so it can notice that the file is gone.
      if (all.length === 1) say(end);
      return all.some((one) => one.gone === true);
    });
    expect((await running).map(({ type }) => type)).toEqual(['text-delta', 'tool-call', 'text', 'turn-end']);
    await gone;
    expect(await readdir(directory)).toEqual([]);
  });

  it('writes a file that only its owner can read, and not through a symbolic link', async () => {
    const { executor, say } = talker();
    const elsewhere = join(directory, 'elsewhere');
    await writeFile(elsewhere, 'mine');
    await symlink(elsewhere, livePath('s1', 'turn-1', directory)!);
    const running = drain(createLiveExecutor(executor, { directory }).run(turn, { signal: AbortSignal.any([]) }));
    say({ type: 'text', text: 'secret' });
    await newsUntil((all) => textOf(all) === 'secret');
    const stats = await lstat(livePath('s1', 'turn-1', directory)!);
    expect([stats.isFile(), stats.mode & 0o777]).toEqual([true, 0o600]);
    say(end);
    await running;
    expect(await readFile(elsewhere, 'utf8')).toBe('mine');
  });

  it('stops writing at the size limit, and says so in the file', async () => {
    const { executor, say } = talker();
    const running = drain(createLiveExecutor(executor, { directory }).run(turn, { signal: AbortSignal.any([]) }));
    for (let count = 0; count < 12; count += 1) say({ type: 'text', text: 'x'.repeat(MAX_LIVE_BYTES / 10) });
    const news = await newsUntil((all) => textOf(all).endsWith('[full]'));
    expect(textOf(news).length).toBeLessThan(MAX_LIVE_BYTES);
    say(end);
    expect(await running).toHaveLength(13);
  });

  it('removes the files of killed processes, and runs even if no file can be made', async () => {
    await writeFile(livePath('s1', 'turn-7', directory)!, '{"type":"text","text":"old"}\n');
    const { executor, say } = talker();
    say(end);
    await drain(createLiveExecutor(executor, { directory }).run(turn, { signal: AbortSignal.any([]) }));
    expect(await readdir(directory)).toEqual([]);
    const nowhere = talker();
    nowhere.say({ type: 'text', text: 'still here' });
    nowhere.say(end);
    const options = { directory: join(directory, 'missing') };
    const events = await drain(
      createLiveExecutor(nowhere.executor, options).run(turn, { signal: AbortSignal.any([]) }),
    );
    expect(events).toHaveLength(2);
  });

  it('skips lines of its file that are not valid', async () => {
    const lines = ['not json', '{"type":"text"}', '{"type":"text","text":"good"}', 'null', ''].join('\n');
    await writeFile(livePath('s1', 'turn-1', directory)!, lines);
    expect(textOf(await newsUntil(() => true))).toBe('good');
  });
});
