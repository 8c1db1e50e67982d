import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { createMarker } from '../end/marker.ts';
import { readProcessStat } from '../end/process-stat.ts';
import { readProcessTable } from '../end/process-table.ts';
import { isRunning } from '../run/__fixtures__/survivors.ts';
import { type ChildProcess, startProcess } from '../start/child-process.ts';
import { watchTurns } from './watch-turns.ts';
import type { WatchdogMessage } from './watched-turn.ts';

describe('when the host is gone, its watchdog', () => {
  const started: ChildProcess[] = [];
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
  });

  const start = async (env: Record<string, string> = {}): Promise<number> => {
    const args = ['-c', 'echo up; exec sleep 300'];
    const child = startProcess({ file: '/bin/sh', args, env: { PATH: process.env['PATH'] ?? '', ...env } });
    started.push(child);
    await once(child.stdout!, 'data');
    return child.pid!;
  };
  const identity = (pid: number) => ({ pid, startedAt: readProcessStat(pid)!.startedAt });
  const tell = (...messages: (WatchdogMessage | string)[]): Promise<void> =>
    watchTurns(Readable.from(messages.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`)));

  it('ends the marked processes of a turn, even of one that was just being started', async () => {
    const marker = createMarker();
    const pid = await start({ [marker]: '1' });
    await tell({ id: 1, marker });
    expect(isRunning(pid)).toBe(false);
  });

  it('ends the leader and the processes seen in its tree, without a marker', async () => {
    const [leader, seen] = [await start(), await start()];
    const rows = readProcessTable().filter(({ pid }) => pid === seen);
    await tell({ id: 1, marker: createMarker(), leader: identity(leader), seen: rows });
    expect([leader, seen].map(isRunning)).toEqual([false, false]);
  });

  it('does not end another process that reuses a PID', async () => {
    const pid = await start();
    const other = { pid, startedAt: '1', parentPid: 1, groupId: 1 };
    await tell({ id: 1, marker: createMarker(), leader: { pid, startedAt: '1' }, seen: [other] });
    expect(isRunning(pid)).toBe(true);
  });

  it('follows the last message about a turn, and ignores turns that have ended', async () => {
    const [markerA, markerB] = [createMarker(), createMarker()];
    const [a, b] = [await start({ [markerA]: '1' }), await start({ [markerB]: '1' })];
    await tell({ id: 1, marker: markerA }, { id: 2, marker: markerB }, { id: 1, isOver: true });
    expect([a, b].map(isRunning)).toEqual([true, false]);
  });

  it('ignores a line that the host could not finish', async () => {
    const marker = createMarker();
    const pid = await start({ [marker]: '1' });
    await tell({ id: 1, marker }, '{"id":1,"isOv');
    expect(isRunning(pid)).toBe(false);
  });

  it('removes the folders of those turns', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'ctx-watch-'));
    await mkdir(path.join(folder, 'tmp'));
    await writeFile(path.join(folder, 'tmp', 'prompt.txt'), 'secret');
    await tell({ id: 1, marker: createMarker(), folder });
    expect(existsSync(folder)).toBe(false);
  });
});
