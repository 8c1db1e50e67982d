import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventsOf, recordingPath, runAgent, startAgent } from './__fixtures__/run-agent.ts';
import { type AgentScript, readReceived, type Vendor } from './index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ctx-scripted-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const answer = async (vendor: Vendor, script: AgentScript, stdin: string) =>
  (await runAgent({ vendor, script }, { stdin })).stdout.toString();

describe('the answer', () => {
  const script: AgentScript = {
    replies: [
      { when: 'plan it', reply: 'Here is the plan. [NEXT: coder]' },
      { when: 'Here is the plan', reply: 'Done. [NEXT: reviewer]' },
    ],
    steps: [{ type: 'text', text: 'Pardon?' }],
  };

  it('is the reply whose text comes last in the prompt', async () => {
    expect(await answer('text', script, 'plan it')).toContain('[NEXT: coder]');
    expect(await answer('text', script, 'user: plan it\nplanner: Here is the plan')).toContain('[NEXT: reviewer]');
  });

  it('is made of the steps if no reply matches', async () => {
    expect(await answer('text', script, 'good morning')).toBe('Pardon?\n');
  });

  it('can come from a long script in a file', async () => {
    const scriptFile = join(folder, 'script.json');
    const text = 'x'.repeat(200_000);
    writeFileSync(scriptFile, JSON.stringify({ steps: [{ type: 'text', text }] } satisfies AgentScript));
    const run = await runAgent({ vendor: 'text', scriptFile });
    expect(run.stdout.toString()).toBe(`${text}\n`);
  });

  it('is the whole prompt for an echo step', async () => {
    const prompt = `${'ünï ✓ '.repeat(100_000)}end`;
    expect(await answer('text', { steps: [{ type: 'echo' }] }, prompt)).toBe(`${prompt}\n`);
  });
});

describe('recordings', () => {
  it('are played byte for byte, with the recorded exit code', async () => {
    const recording = recordingPath('gemini/error.jsonl');
    const run = await runAgent({ vendor: 'gemini', recording });
    expect(run.stdout.equals(readFileSync(recording))).toBe(true);
    expect(run.exitCode).toBe(145);
  });

  it('die by the recorded signal', async () => {
    const recording = join(folder, 'a.jsonl');
    writeFileSync(recording, '{"type":"turn.started"}\n');
    writeFileSync(join(folder, 'a.exit.json'), '{"exitCode":null,"signal":"SIGTERM"}');
    expect(await runAgent({ vendor: 'codex', recording })).toMatchObject({ exitCode: null, signal: 'SIGTERM' });
  });
});

describe('the command line', () => {
  const session = '0a1b2c3d-0000-4000-8000-000000000001';
  const script: AgentScript = { sessionId: 'from-the-script', steps: [{ type: 'text', text: 'a' }] };

  it.each<[Vendor, string[], string, string]>([
    ['claude', ['--resume', session], 'session_id', session],
    ['claude', ['--resume', session, '--fork-session'], 'session_id', 'from-the-script'],
    ['claude', ['--session-id', session], 'session_id', session],
    ['codex', ['exec', 'resume', '--json', session, '-'], 'thread_id', session],
    ['codex', ['exec', '--json', '-'], 'thread_id', 'from-the-script'],
    ['gemini', [`--resume=${session}`], 'session_id', session],
  ])('of %s with %j sets %s to %s', async (vendor, args, key, wanted) => {
    const { stdout } = await runAgent({ vendor, script }, { args });
    expect(eventsOf(stdout)[0]![key]).toBe(wanted);
  });

  it('chooses the model named in the stream', async () => {
    const { stdout } = await runAgent({ vendor: 'gemini', script }, { args: ['-m', 'gemini-9'] });
    expect(eventsOf(stdout)[0]!['model']).toBe('gemini-9');
  });

  it('can ask for the version, which is printed without waiting for stdin', async () => {
    const { child, done } = startAgent({ vendor: 'codex', script }, ['--version']);
    expect((await done).stdout.toString()).toBe('codex-cli 0.166.0\n');
    child.stdin.destroy();
  });
});

describe('sessions', () => {
  const script: AgentScript = { usage: { inputTokens: 10, costUsd: 0.5 }, steps: [{ type: 'text', text: 'a' }] };
  const idOf = (stdout: Buffer, key: string) => String(eventsOf(stdout)[0]![key]);
  const turn = (vendor: Vendor, args: string[]) => runAgent({ vendor, script, sessions: folder }, { args });

  it('can be resumed and add up their usage', async () => {
    const id = idOf((await turn('codex', ['exec', '-'])).stdout, 'thread_id');
    const { stdout } = await turn('codex', ['exec', 'resume', id, '-']);
    expect(idOf(stdout, 'thread_id')).toBe(id);
    expect(eventsOf(stdout).at(-1)).toMatchObject({ usage: { input_tokens: 20 } });
    expect(readdirSync(folder)).toEqual([`session-${id}.jsonl`]);
  });

  it('are copied for a fork and not changed by it', async () => {
    const id = idOf((await turn('claude', [])).stdout, 'session_id');
    const before = readFileSync(join(folder, `session-${id}.jsonl`), 'utf8');
    const { stdout } = await turn('claude', ['--resume', id, '--fork-session']);
    expect(idOf(stdout, 'session_id')).not.toBe(id);
    expect(eventsOf(stdout).at(-1)).toMatchObject({ total_cost_usd: 1, usage: { input_tokens: 10 } });
    expect(readFileSync(join(folder, `session-${id}.jsonl`), 'utf8')).toBe(before);
  });

  it('are not saved if the command line says so', async () => {
    await turn('codex', ['exec', '--ephemeral', '-']);
    await turn('claude', ['--no-session-persistence']);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each<[Vendor, string[], RegExp]>([
    ['claude', ['--resume', 'gone'], /^No conversation found .*gone$/m],
    ['codex', ['exec', 'resume', 'gone', '-'], /thread\/resume.*gone$/m],
  ])('that do not exist cannot be resumed by %s', async (vendor, args, message) => {
    const { exitCode, stdout, stderr } = await turn(vendor, args);
    expect([exitCode, stdout.length]).toEqual([1, 0]);
    expect(stderr).toMatch(message);
  });
});

describe('a write-file step', () => {
  it('writes the file, and a Codex tool call can report it', async () => {
    const path = join(folder, 'src', 'a.ts');
    const changes = [{ path, kind: 'add' }];
    const { stdout } = await runAgent({
      vendor: 'codex',
      script: {
        steps: [
          { type: 'write-file', path, text: 'a\n' },
          { type: 'tool-call', name: 'file_change', input: { changes }, output: '' },
        ],
      },
    });
    expect(readFileSync(path, 'utf8')).toBe('a\n');
    expect(eventsOf(stdout)[3]!['item']).toEqual({ id: 'item_0', type: 'file_change', changes, status: 'completed' });
  });
});

describe('a wait-for-file step', () => {
  it('goes on when the file exists', async () => {
    const [reached, gate] = [join(folder, 'reached'), join(folder, 'gate')];
    const running = runAgent({
      vendor: 'text',
      script: {
        steps: [
          { type: 'write-file', path: reached, text: '' },
          { type: 'wait-for-file', path: gate },
          { type: 'text', text: 'done' },
        ],
      },
    });
    await expect.poll(() => existsSync(reached)).toBe(true);
    await expect(Promise.race([running, Promise.resolve('waits')])).resolves.toBe('waits');
    writeFileSync(gate, '');
    expect((await running).stdout.toString()).toBe('done\n');
  });
});

describe('usage', () => {
  it('is taken from the script', async () => {
    const usage = { inputTokens: 100, cachedInputTokens: 40, outputTokens: 7 };
    const { stdout } = await runAgent({ vendor: 'claude', script: { usage, steps: [{ type: 'text', text: 'a' }] } });
    expect(eventsOf(stdout).at(-1)!['usage']).toMatchObject({
      input_tokens: 60,
      cache_read_input_tokens: 40,
      output_tokens: 7,
    });
  });
});

describe('the received file', () => {
  it('has an entry for each run', async () => {
    const received = join(folder, 'received.jsonl');
    await runAgent({ vendor: 'codex', script: {}, received }, { args: ['exec', '-'], stdin: 'prömpt' });
    await runAgent({ vendor: 'codex', script: {}, received }, { args: ['exec', 'resume', 'x', '-'] });
    const [first, second] = readReceived(received);
    expect(first).toMatchObject({ args: ['exec', '-'], stdin: 'prömpt', stdinBytes: 7, cwd: process.cwd() });
    expect(first!.envNames).not.toContain('PATH');
    expect(second!.args).toEqual(['exec', 'resume', 'x', '-']);
  });

  it('is read as an empty list before the first run', () => {
    expect(readReceived(join(folder, 'missing.jsonl'))).toEqual([]);
  });
});
