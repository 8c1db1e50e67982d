import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventsOf, runAgent, startAgent } from './__fixtures__/run-agent.ts';
import { readReceived, type Step } from './index.ts';

let received: string;
beforeEach(() => {
  received = join(mkdtempSync(join(tmpdir(), 'ctx-scripted-')), 'received.jsonl');
});
afterEach(() => rmSync(join(received, '..'), { recursive: true, force: true }));

const play = (...steps: Step[]) => runAgent({ vendor: 'codex', script: { steps }, received });

describe('an agent that misbehaves', () => {
  it('exits with the given code and without an end event', async () => {
    const run = await play({ type: 'text', text: 'half' }, { type: 'exit', code: 7 }, { type: 'text', text: 'never' });
    expect(run.exitCode).toBe(7);
    expect(eventsOf(run.stdout).map((event) => event['type'])).toEqual([
      'thread.started',
      'turn.started',
      'item.completed',
    ]);
  });

  it('dies by a signal', async () => {
    expect(await play({ type: 'die', signal: 'SIGKILL' })).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
  });

  it('writes noise, bytes and stderr unchanged', async () => {
    const run = await play(
      { type: 'line', text: 'Warning: {not json' },
      { type: 'bytes', base64: Buffer.from([0xe2, 0x9c]).toString('base64') },
      { type: 'stderr', text: 'oh no' },
      { type: 'exit', code: 1 },
    );
    expect(run.stdout.includes('Warning: {not json\n')).toBe(true);
    expect([...run.stdout.subarray(-2)]).toEqual([0xe2, 0x9c]);
    expect(run.stderr).toBe('oh no');
  });

  it('writes a line of any length, with or without its line ending', async () => {
    const bytes = 3 * 1024 * 1024 + 5;
    const whole = await play({ type: 'huge-line', bytes }, { type: 'exit', code: 0 });
    const open = await play({ type: 'huge-line', bytes, newline: false }, { type: 'exit', code: 0 });
    expect(whole.stdout.toString().split('\n')[2]).toHaveLength(bytes);
    expect(open.stdout.toString().split('\n')[2]).toHaveLength(bytes);
    expect(whole.stdout.length).toBe(open.stdout.length + 1);
  });

  it('leaves a tool call open and gives results out of order', async () => {
    const run = await play(
      { type: 'tool-call', id: 'a', name: 'x', input: { command: '1' } },
      { type: 'tool-call', id: 'b', name: 'y', input: {} },
      { type: 'tool-result', id: 'b', output: 'second', isError: true },
      { type: 'exit', code: 1 },
    );
    const items = eventsOf(run.stdout).slice(2);
    expect(items.map(({ type }) => type)).toEqual(['item.started', 'item.started', 'item.completed']);
    expect(items[2]!['item']).toMatchObject({ tool: 'y', status: 'failed', error: { message: 'second' } });
  });

  it('closes stdin at once', async () => {
    const { child, done } = startAgent({
      vendor: 'text',
      script: { stdin: 'close', steps: [{ type: 'delay', ms: 200 }] },
    });
    const failed = once(child.stdin, 'error');
    child.stdin.write(Buffer.alloc(8 * 1024 * 1024));
    expect((await failed)[0]).toMatchObject({ code: 'EPIPE' });
    expect((await done).exitCode).toBe(0);
  });

  it('hangs, and survives SIGTERM if it ignores signals', async () => {
    const script = { ignoreSignals: true, steps: [{ type: 'hang' }] } as const;
    const { child, done } = startAgent({ vendor: 'codex', script, received });
    child.stdin.end();
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    await expect.poll(() => readReceived(received)[0]?.signals).toEqual(['SIGTERM']);
    child.kill('SIGKILL');
    expect((await done).signal).toBe('SIGKILL');
  });

  it.each([false, true])('starts a process that outlives it (detached: %s)', async (detached) => {
    const run = await play({ type: 'spawn', detached, lifetimeMs: 20_000 });
    expect(run.exitCode).toBe(0);
    const [pid] = readReceived(received)[0]!.spawned;
    expect(isAlive(pid!)).toBe(true);
    process.kill(pid!, 'SIGKILL');
  });
});

describe('stdout', () => {
  it('comes in chunks that split characters', async () => {
    // Time to read each chunk before the next one is written, on a busy machine too.
    const output = { chunkBytes: 3, chunkDelayMs: 100 };
    const run = await runAgent({ vendor: 'text', script: { output, steps: [{ type: 'text', text: 'ünï ✓ ünï ✓' }] } });
    expect(run.stdout.toString()).toBe('ünï ✓ ünï ✓\n');
    expect(run.chunks.some((chunk) => chunk.toString().includes('\uFFFD'))).toBe(true);
  });

  it('has CR LF line endings and none after the last line', async () => {
    const output = { crlf: true, finalNewline: false };
    const run = await runAgent({ vendor: 'codex', script: { output, steps: [{ type: 'text', text: 'a' }] } });
    expect(run.stdout.toString().split('\r\n')).toHaveLength(4);
    expect(run.stdout.toString().endsWith('}')).toBe(true);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
