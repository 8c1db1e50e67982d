import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AgentEvent, Place } from '@ctx/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { command } from '../drivers/command/command-driver.ts';
import { hostileAgent, INPUT, MARKED } from './__fixtures__/hostile-agent.ts';
import { isRunning, markedProcesses } from './__fixtures__/survivors.ts';
import { run } from './run.ts';
import { runStreamed } from './run-streamed.ts';

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

afterEach(() => {
  expect(markedProcesses()).toEqual([]);
});

describe('a child that misbehaves', () => {
  it('and prints endlessly without a newline fails, with bounded memory', async () => {
    const before = process.memoryUsage().arrayBuffers;
    const result = await run(hostileAgent('print-endlessly'), INPUT, { ...MARKED, maxLineBytes: 8 << 20 });
    expect(result).toMatchObject({ status: 'failed', text: '', error: { code: 'CTX_AGENT_FAILED' } });
    expect(result.error?.message).toContain('8388608 bytes');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 << 20);
  });

  it('and closes its stdin immediately can still answer', async () => {
    const prompt = 'x'.repeat(4 << 20);
    const result = await run(hostileAgent('close-stdin'), { ...INPUT, prompt }, MARKED);
    expect(result).toMatchObject({ status: 'completed', text: 'closed it' });
  });

  it('and exits before it has read the prompt fails with its exit code', async () => {
    const prompt = [Buffer.alloc(4 << 20, 'x')];
    const result = await run(hostileAgent('exit-at-once'), { ...INPUT, prompt }, MARKED);
    expect(result).toMatchObject({ status: 'failed', text: '', exitCode: 3, error: { code: 'CTX_AGENT_FAILED' } });
  });

  it('and ignores SIGTERM is killed after the grace period', async () => {
    const controller = new AbortController();
    const events: AgentEvent[] = [];
    for await (const event of runStreamed(hostileAgent('ignore-sigterm'), INPUT, {
      ...MARKED,
      signal: controller.signal,
    })) {
      events.push(event);
      if (event.type === 'text-delta') controller.abort();
    }
    const end = { status: 'cancelled', signal: 'SIGKILL', text: expect.stringContaining('not me') };
    expect(events.at(-1)).toMatchObject({ type: 'turn-end', result: end });
  });

  it.each(['quietly', 'holding-pipes'])(
    'and starts a daemon in its own session, %s, leaves no process running',
    async (how) => {
      const result = await run(hostileAgent('fork-daemon', [how]), INPUT, MARKED);
      expect(result.status).toBe('completed');
      expect(isRunning(Number(result.text.match(/daemon (\d+)/)?.[1]))).toBe(false);
    },
  );

  it('and exits while its daemon is being started leaves no process running', async () => {
    const args = ['-c', 'setsid setsid -f sleep 60 >/dev/null 2>&1 </dev/null & echo born'];
    for (let turn = 0; turn < 20; turn++) {
      expect(await run(command({ file: '/bin/sh', args }), INPUT, MARKED)).toMatchObject({ text: 'born' });
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(markedProcesses()).toEqual([]);
    }
  });

  it('and hangs with a daemon leaves no process running when the turn is cancelled', async () => {
    const controller = new AbortController();
    let daemonPid = 0;
    const events: AgentEvent[] = [];
    const agent = hostileAgent('fork-daemon', ['holding-pipes', 'and-hang']);
    for await (const event of runStreamed(agent, INPUT, { ...MARKED, signal: controller.signal })) {
      events.push(event);
      if (event.type !== 'text-delta') continue;
      daemonPid = Number(event.text.match(/daemon (\d+)/)?.[1]);
      controller.abort();
    }
    expect(daemonPid).toBeGreaterThan(0);
    expect(isRunning(daemonPid)).toBe(false);
    expect(events.at(-1)).toMatchObject({ type: 'turn-end', result: { status: 'cancelled' } });
  });

  it('and exits with 0 without output fails', async () => {
    const result = await run(hostileAgent('say-nothing'), INPUT, MARKED);
    expect(result).toMatchObject({ status: 'failed', text: '', exitCode: 0, error: { code: 'CTX_AGENT_FAILED' } });
    expect(result.error?.message).toContain('answered nothing');
  });

  it('and writes much to stderr gives the end of it, without the secret', async () => {
    const secret = 'very-secret-value-1';
    const result = await run(hostileAgent('fail-loudly'), INPUT, {
      ...MARKED,
      env: { ...MARKED.env, TEST_API_KEY: secret },
    });
    expect(result).toMatchObject({ status: 'failed', exitCode: 7 });
    expect(result.error?.stderr?.length).toBeLessThanOrEqual(64 * 1024);
    expect(result.error?.stderr).toMatch(/the key is \[redacted\]\n$/);
    expect(JSON.stringify(result)).not.toContain(secret);
  });
});

describe('a child', () => {
  it('gets an 800 KB prompt byte for byte, as text or in chunks', async () => {
    const prompt = 'Zeile ✓ 😀\r\n'.repeat(50_000);
    const bytes = Buffer.from(prompt);
    const chunks = Array.from({ length: Math.ceil(bytes.length / 1021) }, (_, index) =>
      bytes.subarray(index * 1021, (index + 1) * 1021),
    );
    for (const form of [prompt, chunks]) {
      const result = await run(hostileAgent('report-input'), { ...INPUT, prompt: form }, MARKED);
      expect(JSON.parse(result.text)).toEqual({ stdin: sha256(bytes), bytes: bytes.length });
    }
  });

  it('gets a private file of 200 KB that is removed afterwards', async () => {
    const content = 'System ✓\n'.repeat(20_000);
    const agent = hostileAgent('report-input', ['--file', '{file:system.md}']);
    const withFile = {
      ...agent,
      command: (input: typeof INPUT, place: Place) => ({
        ...agent.command(input, place),
        files: [{ name: 'system.md', content }],
      }),
    };
    const { file, fileMode, folderMode, path } = JSON.parse((await run(withFile, INPUT, MARKED)).text);
    expect({ file, fileMode, folderMode }).toEqual({ file: sha256(content), fileMode: '600', folderMode: '700' });
    expect(existsSync(path)).toBe(false);
  });

  it('gets its own folder for temporary files, closed to other users and removed afterwards', async () => {
    const code = `
      const { mkdirSync, statSync, writeFileSync } = require('node:fs');
      const folder = require('node:os').tmpdir();
      mkdirSync(folder + '/deep/er', { recursive: true });
      writeFileSync(folder + '/deep/er/prompt.json', 'secret');
      console.log(JSON.stringify({ folder, mode: (statSync(folder).mode & 0o777).toString(8) }));`;
    const agent = command({ file: process.execPath, args: ['-e', code] });
    const turns = await Promise.all([run(agent, INPUT, MARKED), run(agent, INPUT, MARKED)]);
    const [first, second] = turns.map(({ text }) => JSON.parse(text));
    expect(first.folder).not.toBe(second.folder);
    for (const { folder, mode } of [first, second]) {
      expect(mode).toBe('700');
      expect(existsSync(dirname(folder))).toBe(false);
    }
  });

  it('is not started if that folder cannot be created, and the failure says why', async () => {
    const previous = process.env['TMPDIR'];
    process.env['TMPDIR'] = '/no/such/folder';
    try {
      const result = await run(hostileAgent('echo'), INPUT, MARKED);
      expect(result).toMatchObject({ status: 'failed', text: '', error: { code: 'CTX_AGENT_FAILED' } });
      expect(result.error?.message).toContain('Could not write the prompt and the files of the turn: ENOENT');
    } finally {
      if (previous === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = previous;
    }
  });

  it('gets only the allow-list of the environment', async () => {
    process.env['CTX_TEST_UNRELATED'] = 'x';
    process.env['CTX_TEST_VENDOR'] = 'y';
    try {
      const agent = hostileAgent('environment', [], { inheritEnv: ['CTX_TEST_VENDOR'] });
      const env = JSON.parse((await run(agent, INPUT, { env: { LANG: 'C', HOME: undefined } })).text);
      expect(env).not.toHaveProperty('CTX_TEST_UNRELATED');
      expect(env).not.toHaveProperty('HOME');
      expect(env).toMatchObject({ CTX_TEST_VENDOR: 'y', LANG: 'C', PATH: process.env['PATH'] });
      expect(Object.keys(env).filter((name) => name.startsWith('CTX_TURN_'))).toHaveLength(1);
    } finally {
      delete process.env['CTX_TEST_UNRELATED'];
      delete process.env['CTX_TEST_VENDOR'];
    }
  });
});
