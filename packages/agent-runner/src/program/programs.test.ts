import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isRunning } from '../run/__fixtures__/survivors.ts';
import { launchProgram } from './launch-program.ts';
import { runOnTerminal } from './run-on-terminal.ts';
import { type ProgramRequest, runProgram } from './run-program.ts';

const folder = mkdtempSync(join(tmpdir(), 'ctx-programs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const env = { PATH: process.env['PATH'] ?? '' };
const node = (code: string, more: Partial<ProgramRequest> = {}): ProgramRequest => ({
  file: process.execPath,
  args: ['-e', code],
  env,
  maxBytes: 1_000,
  timeoutMs: 20_000,
  ...more,
});

/** A shell script: it starts much faster than Node, which counts in a test with a short time limit. */
const shell = (script: string, timeoutMs: number): ProgramRequest =>
  node('', { file: '/bin/sh', args: ['-c', script], timeoutMs });

describe('a program run with runProgram', () => {
  it('gets its input and the variables given, and nothing else', async () => {
    const { exitCode, stdout } = await runProgram(
      node('process.stdin.pipe(process.stdout); process.stdout.write(Object.keys(process.env).join() + ":")', {
        env: { ONLY: '1' },
        input: 'hello',
      }),
    );
    expect({ exitCode, output: stdout.toString() }).toEqual({ exitCode: 0, output: 'ONLY:hello' });
  });

  it('has the beginning of its output kept, as bytes, and the rest counted', async () => {
    const result = await runProgram(node('process.stdout.write(Buffer.alloc(5000, 0xff)); console.error("no")'));
    expect(result.stdout.equals(Buffer.alloc(1_000, 0xff))).toBe(true);
    expect(result).toMatchObject({ stdoutCutBytes: 4_000, stderr: 'no\n' });
  });

  it('gives its exit code', async () => {
    expect(await runProgram(node('process.exit(7)'))).toMatchObject({
      exitCode: 7,
      isTimedOut: false,
      isAborted: false,
    });
  });

  it('may exit without reading its input', async () => {
    expect(await runProgram(node('', { input: new Uint8Array(1_000_000) }))).toMatchObject({ exitCode: 0 });
  });

  it('gives a result when it cannot be started', async () => {
    expect(await runProgram(node('', { file: 'no-such-program' }))).toMatchObject({ startFailure: 'ENOENT' });
    const tooLong = await runProgram(node('', { args: ['x'.repeat(300_000)] }));
    expect(tooLong).toMatchObject({ startFailure: 'E2BIG' });
  });

  it('is killed at its time limit, with the processes it started', async () => {
    const { stdout, ...result } = await runProgram(shell('sleep 300 & echo $!; wait', 2_000));
    expect(result).toMatchObject({ isTimedOut: true, exitCode: undefined });
    expect(Number(stdout)).toBeGreaterThan(0);
    await expect.poll(() => isRunning(Number(stdout))).toBe(false);
  });

  it('may run without a time limit', async () => {
    const result = await runProgram(node('setTimeout(() => {}, 100)', { timeoutMs: Number.POSITIVE_INFINITY }));
    expect(result).toMatchObject({ isTimedOut: false, exitCode: 0 });
  });

  it('is not waited for after its time limit if a process outside its group holds its output open', async () => {
    const { stdout, ...result } = await runProgram(shell('setsid sleep 300 & echo $!', 2_000));
    process.kill(Number(stdout));
    expect(result).toMatchObject({ isTimedOut: true, exitCode: 0 });
  });

  it('is killed when the signal is aborted, and not started if it is already aborted', async () => {
    const stop = new AbortController();
    const running = runProgram(node('setInterval(() => {}, 1000)', { signal: stop.signal }));
    stop.abort();
    expect(await running).toMatchObject({ isAborted: true, exitCode: undefined });
    const file = join(folder, 'started');
    const code = `require("fs").writeFileSync(${JSON.stringify(file)}, "")`;
    expect(await runProgram(node(code, { signal: stop.signal }))).toMatchObject({ isAborted: true });
    expect(existsSync(file)).toBe(false);
  });
});

describe('a program run with runOnTerminal', () => {
  it('reads its input and gives its exit code', async () => {
    const file = join(folder, 'shown');
    const code = `process.stdin.on("data", (text) => require("fs").appendFileSync(${JSON.stringify(file)}, text)).on("end", () => process.exit(3))`;
    expect(await runOnTerminal({ ...node(code), input: 'a page' })).toBe(3);
    expect(readFileSync(file, 'utf8')).toBe('a page');
  });

  it('gets Ctrl-C without ending this process', async () => {
    const before = process.listenerCount('SIGINT');
    const shown = runOnTerminal({ ...node('setTimeout(() => {}, 200)'), input: '' });
    expect(process.listenerCount('SIGINT')).toBe(before + 1);
    await shown;
    expect(process.listenerCount('SIGINT')).toBe(before);
  });

  it('gives undefined when it cannot be started', async () => {
    expect(await runOnTerminal({ file: 'no-such-pager', args: [], env, input: 'text' })).toBeUndefined();
  });
});

describe('a program started with launchProgram', () => {
  it('keeps running on its own', async () => {
    const file = join(folder, 'launched');
    const code = `setTimeout(() => require("fs").writeFileSync(${JSON.stringify(file)}, ""), 100)`;
    expect(await launchProgram(node(code))).toBe(true);
    await expect.poll(() => existsSync(file)).toBe(true);
  });

  it('gives false when it cannot be started', async () => {
    expect(await launchProgram({ file: 'no-such-browser', args: [], env })).toBe(false);
  });
});
