import { fileURLToPath } from 'node:url';
import type { AgentEvent, ProcessDriver, StreamDriver, TurnParser } from '@ctx/contract';
import { CtxError } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { claude } from '../drivers/claude/claude-driver.ts';
import { codex } from '../drivers/codex/codex-driver.ts';
import { command } from '../drivers/command/command-driver.ts';
import { gemini } from '../drivers/gemini/gemini-driver.ts';
import { hostileAgent, INPUT, LIMITED, MARKED } from './__fixtures__/hostile-agent.ts';
import { markedProcesses } from './__fixtures__/survivors.ts';
import { run } from './run.ts';
import { runStreamed } from './run-streamed.ts';

const node = (code: string, options = {}): ProcessDriver =>
  command({ file: process.execPath, args: ['-e', code], ...options });

/** A shell script: it starts much faster than Node, which counts in a test with a short time limit. */
const shell = (script: string, options = {}): ProcessDriver =>
  command({ file: '/bin/sh', args: ['-c', script], ...options });

const jsonl = {
  format: 'jsonl' as const,
  text: { where: { type: 'text' }, path: 'text' },
  end: { where: { type: 'end' } },
  tools: { call: { where: { type: 'call' }, id: 'id', name: 'name' }, result: { where: { type: 'result' }, id: 'id' } },
};

describe('a turn', () => {
  it('streams its events and ends in turn-end', async () => {
    const events: AgentEvent[] = [];
    for await (const event of runStreamed(hostileAgent('echo'), { ...INPUT, prompt: 'one\ntwo\n' })) events.push(event);
    expect(events).toEqual([
      { type: 'text-delta', text: 'one' },
      { type: 'text-delta', text: '\ntwo' },
      { type: 'turn-end', result: { status: 'completed', text: 'one\ntwo', exitCode: 0 } },
    ]);
  });

  it.each([undefined, 5, [1, 2], ['text']])('refuses a prompt of %j before anything is started', async (prompt) => {
    const input = { ...INPUT, prompt: prompt as never };
    await expect(run(hostileAgent('echo'), input, MARKED)).rejects.toThrow('prompt must be a string or a list');
    expect(markedProcesses()).toEqual([]);
  });

  it('refuses an executable without a file', async () => {
    const driver = claude({ executable: '/usr/bin/claude' as never });
    await expect(run(driver, INPUT)).rejects.toThrow(TypeError);
  });

  it('waits for a slow reader, and loses nothing', async () => {
    let count = 0;
    let last = '';
    for await (const event of runStreamed(hostileAgent('stream', ['200000']), INPUT, MARKED)) {
      if (event.type !== 'text-delta') continue;
      last = event.text;
      if (++count % 20_000 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect({ count, last }).toEqual({ count: 200_000, last: '\nline 199999' });
  });

  it('is ended when its reader stops early', async () => {
    for await (const event of runStreamed(hostileAgent('hang'), INPUT, MARKED)) if (event.type === 'text-delta') break;
    expect(markedProcesses()).toEqual([]);
  });

  it('completes by its end event when the process does not exit', async () => {
    const script = `echo '{"type":"text","text":"done"}'; echo '{"type":"end"}'; exec sleep 300`;
    const result = await run(shell(script, { output: jsonl }), INPUT, { ...MARKED, timeoutMs: 1_500 });
    expect(result).toMatchObject({ status: 'completed', text: 'done' });
  });

  it('completes by its end event, against the exit code', async () => {
    const code = `console.log('{"type":"text","text":"done"}\\n{"type":"end"}'); process.exitCode = 9`;
    expect(await run(node(code, { output: jsonl }), INPUT)).toMatchObject({
      status: 'completed',
      text: 'done',
      exitCode: 9,
    });
  });
});

describe('a turn that is ended', () => {
  it('by its signal is cancelled and keeps the partial answer', async () => {
    const controller = new AbortController();
    const turn = runStreamed(hostileAgent('hang'), INPUT, { ...MARKED, signal: controller.signal });
    const events: AgentEvent[] = [];
    for await (const event of turn) {
      events.push(event);
      if (event.type === 'text-delta') controller.abort();
    }
    expect(events.at(-1)).toMatchObject({
      type: 'turn-end',
      result: { status: 'cancelled', text: 'thinking', error: { code: 'CTX_AGENT_CANCELLED' } },
    });
  });

  it('by a signal that is already aborted never starts', async () => {
    const result = await run(command({ file: '/does/not/exist' }), INPUT, { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ status: 'cancelled', text: '' });
  });

  it('by silence is timed out', async () => {
    const result = await run(shell('echo thinking; exec sleep 300'), INPUT, { ...MARKED, idleTimeoutMs: 1_500 });
    expect(result).toMatchObject({ status: 'timed-out', text: 'thinking', error: { code: 'CTX_AGENT_TIMEOUT' } });
    expect(result.error?.message).toContain('idleTimeoutMs');
  });

  it('by nothing but retries is timed out, with the last of them in the error', async () => {
    const script = `
      echo '{"type":"item.completed","item":{"type":"agent_message","text":"Half"}}'
      while sleep 0.1; do echo '{"type":"error","message":"Reconnecting... 1"}'; done`;
    const agent = codex({ executable: { file: '/bin/sh', args: ['-c', script] } });
    const result = await run(agent, LIMITED, { ...MARKED, idleTimeoutMs: 1_500 });
    expect(result).toMatchObject({ status: 'timed-out', text: 'Half', error: { code: 'CTX_AGENT_TIMEOUT' } });
    expect(result.error?.message).toMatch(/nothing but retries for 1.5 s; .*It last said: Reconnecting\.\.\. 1$/);
  });

  it('by a refused key fails after the second retry, and says how to sign in', async () => {
    // Recorded from Claude Code 2.1, which goes on for three minutes.
    const retry = (attempt: number) =>
      `{"type":"system","subtype":"api_retry","attempt":${attempt},"max_retries":10,"retry_delay_ms":579,"error_status":401,"error":"authentication_failed"}`;
    const script = `echo '${retry(1)}'; sleep 0.1; echo '${retry(2)}'; exec sleep 300`;
    const agent = claude({ executable: { file: '/bin/sh', args: ['-c', script] } });
    const result = await run(agent, LIMITED, MARKED);
    expect(result).toMatchObject({ status: 'failed', text: '', error: { code: 'CTX_AGENT_AUTH' } });
    expect(result.error?.message).toBe(
      'claude-code is not signed in, or its key is refused. It last said: The request failed (401 authentication_failed); retrying, attempt 2 of 10, in 0.579 s. To sign in: claude auth login',
    );
    expect(markedProcesses()).toEqual([]);
  });

  it('by retries that it tells on stderr only still tells them', async () => {
    const script = `
      echo 'Attempt 1 failed with status 429. Retrying with backoff... _ApiError: {}' >&2
      echo '{"type":"result","status":"success"}'`;
    const agent = gemini({ executable: { file: '/bin/sh', args: ['-c', script] } });
    const events: AgentEvent[] = [];
    for await (const event of runStreamed(agent, LIMITED, MARKED)) events.push(event);
    const message = 'Attempt 1 failed with status 429. Retrying.';
    expect(events).toContainEqual({ type: 'notice', kind: 'retry', message });
  });

  it('is not ended by silence while a tool call is open', async () => {
    const script = `
      echo '{"type":"call","id":"1","name":"slow"}'
      sleep 3
      echo '{"type":"result","id":"1"}'
      echo '{"type":"text","text":"done"}'
      echo '{"type":"end"}'`;
    const result = await run(shell(script, { output: jsonl }), INPUT, { idleTimeoutMs: 1_500 });
    expect(result).toMatchObject({ status: 'completed', text: 'done' });
  });

  it('by silence after the end of a tool call is timed out', async () => {
    const script = `echo '{"type":"call","id":"1","name":"x"}'; echo '{"type":"result","id":"1"}'; exec sleep 300`;
    const result = await run(shell(script, { output: jsonl }), INPUT, { ...MARKED, idleTimeoutMs: 1_500 });
    expect(result.status).toBe('timed-out');
  });
});

describe('a broken driver', () => {
  const broken = (parser: Partial<TurnParser>): ProcessDriver => {
    const agent = hostileAgent('hang');
    return { ...agent, createParser: (input) => ({ ...agent.createParser(input), ...parser }) };
  };

  it('that throws on a line fails its turn, not the host', async () => {
    const text = (): never => {
      throw new Error('no');
    };
    expect(await run(broken({ text }), INPUT, MARKED)).toMatchObject({
      status: 'failed',
      error: { code: 'CTX_AGENT_FAILED' },
    });
    expect(markedProcesses()).toEqual([]);
  });

  it('that throws before the start rejects, and starts nothing', async () => {
    const createParser = (): never => {
      throw new TypeError('no');
    };
    await expect(run({ ...hostileAgent('hang'), createParser }, INPUT, MARKED)).rejects.toThrow('no');
    expect(markedProcesses()).toEqual([]);
  });

  it('that throws at the end rejects, and leaves nothing running', async () => {
    const finish = (): never => {
      throw new TypeError('no');
    };
    await expect(run(broken({ finish }), INPUT, { ...MARKED, timeoutMs: 500 })).rejects.toThrow('no');
    expect(markedProcesses()).toEqual([]);
  });
});

describe('a turn that cannot start', () => {
  it('because the program is missing says how to install it', async () => {
    const result = await run(claude({ executable: { file: 'no-such-claude' } }), LIMITED);
    expect(result).toMatchObject({ status: 'failed', text: '', error: { code: 'CTX_AGENT_NOT_FOUND' } });
    expect(result.error?.message).toContain('npm install -g @anthropic-ai/claude-code');
  });

  it('because a path leads nowhere says where a path starts', async () => {
    const result = await run(command({ file: './no-such-agent.sh' }), INPUT);
    expect(result).toMatchObject({ status: 'failed', error: { code: 'CTX_AGENT_NOT_FOUND' } });
    expect(result.error?.message).toContain("a relative one starts at the agent's working directory");
    const unnamed = await run(command({ file: 'no-such-agent' }), INPUT);
    expect(unnamed.error?.message).toBe('no-such-agent was not found. Install it, or check PATH.');
  });

  it('because the program is not executable says how to change that', async () => {
    const file = fileURLToPath(import.meta.url);
    const result = await run(command({ file }), INPUT);
    expect(result).toMatchObject({ status: 'failed', error: { code: 'CTX_AGENT_FAILED' } });
    expect(result.error?.message).toContain(`Is it executable? If not: chmod +x ${file}`);
  });

  it('because the working directory is missing says so', async () => {
    const result = await run(hostileAgent('echo'), INPUT, { cwd: '/no/such/folder' });
    expect(result).toMatchObject({ status: 'failed', error: { code: 'CTX_AGENT_FAILED' } });
    expect(result.error?.message).toContain('/no/such/folder');
  });

  it('because an argument is too long fails, and does not throw', async () => {
    const result = await run(hostileAgent('echo', ['x'.repeat(131_072)]), INPUT);
    expect(result).toMatchObject({ status: 'failed', error: { code: 'CTX_AGENT_FAILED' } });
    expect(result.error?.message).toContain('E2BIG');
    expect(await run(hostileAgent('echo', ['x'.repeat(131_071)]), INPUT)).toMatchObject({ status: 'completed' });
  });
});

describe('a turn is refused', () => {
  const refused = { code: 'CTX_PERMISSION_REFUSED' };

  it('for full permissions unless the caller allows them', async () => {
    const turn = { ...INPUT, permissions: 'full' as const };
    await expect(run(hostileAgent('echo'), turn)).rejects.toMatchObject(refused);
    expect(await run(hostileAgent('echo'), turn, { allowFullAccess: true })).toMatchObject({ status: 'completed' });
  });

  it('for variables and arguments that could widen what the agent may do', async () => {
    await expect(run(hostileAgent('echo'), INPUT, { env: { NODE_OPTIONS: '--require ./x.js' } })).rejects.toMatchObject(
      refused,
    );
    await expect(run(hostileAgent('echo'), INPUT, { env: { PATH: '/evil' } })).rejects.toMatchObject(refused);
    const agent = claude({ executable: { file: 'no-such-claude' }, args: ['--dangerously-skip-permissions'] });
    const error: unknown = await run(agent, LIMITED).catch((thrown: unknown) => thrown);
    expect(CtxError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ ...refused, message: expect.stringContaining('--dangerously-skip-permissions') });
  });

  it('for read-only permissions that nothing enforces', async () => {
    const refusal = { ...refused, message: expect.stringContaining('nothing limits node to "read-only"') };
    await expect(run(hostileAgent('echo'), LIMITED)).rejects.toMatchObject(refusal);
  });

  it('for programming mistakes', async () => {
    await expect(run(hostileAgent('echo'), { ...INPUT, permissions: 'all' as never })).rejects.toThrow(TypeError);
    await expect(run(hostileAgent('echo'), INPUT, { timeoutMs: -1 })).rejects.toThrow(RangeError);
    await expect(run(hostileAgent('echo'), INPUT, { idleTimeoutMs: Number.NaN })).rejects.toThrow(RangeError);
    await expect(run(claude(), { ...LIMITED, model: '--x' })).rejects.toThrow(TypeError);
    const { kind: _, ...kindless } = hostileAgent('echo');
    await expect(run(kindless as never, INPUT)).rejects.toThrow("'process' or 'stream', not undefined");
  });
});

describe('a turn of an API driver', () => {
  const api = (stream: StreamDriver['stream']): StreamDriver => ({ kind: 'stream', agentType: 'some-api', stream });

  it('passes its events through', async () => {
    const driver = api(async function* () {
      yield { type: 'text', text: 'Hello' };
      yield { type: 'turn-end', result: { status: 'completed', text: 'Hello' } };
    });
    const events: AgentEvent[] = [];
    for await (const event of runStreamed(driver, INPUT)) events.push(event);
    expect(events.map((event) => event.type)).toEqual(['text', 'turn-end']);
  });

  it('times out and is aborted like any other', async () => {
    let wasAborted = false;
    const driver = api(async function* (_input, { signal }) {
      yield { type: 'text-delta', text: 'Hel' };
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      wasAborted = true;
      throw signal.reason;
    });
    const result = await run(driver, INPUT, { idleTimeoutMs: 100 });
    expect(wasAborted).toBe(true);
    expect(result).toMatchObject({ status: 'timed-out', text: 'Hel', error: { code: 'CTX_AGENT_TIMEOUT' } });
  });

  it('that only retries times out, with the last retry in the error', async () => {
    const driver = api(async function* (_input, { signal }) {
      while (!signal.aborted) {
        yield { type: 'notice', kind: 'retry', message: 'Trying again' };
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    });
    const result = await run(driver, INPUT, { idleTimeoutMs: 300, timeoutMs: 10_000 });
    expect(result).toMatchObject({ status: 'timed-out', error: { code: 'CTX_AGENT_TIMEOUT' } });
    expect(result.error?.message).toContain('nothing but retries for 0.3 s');
    expect(result.error?.message).toContain('It last said: Trying again');
  });

  it('that throws fails with the partial answer', async () => {
    const driver = api(async function* () {
      yield { type: 'text-delta', text: 'Hel' };
      throw new Error('429 too many requests');
    });
    expect(await run(driver, INPUT)).toMatchObject({
      status: 'failed',
      text: 'Hel',
      error: { code: 'CTX_AGENT_RATE_LIMIT' },
    });
  });

  it('that ignores its signal is abandoned', async () => {
    const driver = api(async function* () {
      yield { type: 'text-delta', text: 'Hel' };
      await new Promise(() => {});
    });
    const result = await run(driver, INPUT, { timeoutMs: 100 });
    expect(result).toMatchObject({ status: 'timed-out', text: 'Hel' });
  });
});
