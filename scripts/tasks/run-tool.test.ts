import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const module = fileURLToPath(new URL('./run-tool.mjs', import.meta.url));

describe('running a tool', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ctx-tool with blanks-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Starts a small program that runs one tool, prints `done` if it succeeded, and exits as ctx-repo.mjs does. */
  function start(call: string) {
    const program = join(folder, 'program.mjs');
    writeFileSync(
      program,
      `import { createToolRunner } from ${JSON.stringify(module)};
      const { run, runQuietly } = createToolRunner(${JSON.stringify(folder)});
      try { await ${call}; console.log('done'); }
      catch (error) { console.error(error.message); process.exitCode = error.exitCode; }`,
    );
    return spawn('node', [program], { stdio: ['ignore', 'pipe', 'pipe'] });
  }

  async function outcome(call: string) {
    const child = start(call);
    const [stdout, stderr, [exitCode]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { stdout, stderr, exitCode };
  }

  it('shows its output', async () => {
    expect(await outcome(`run('node', ['-p', '"loud"'])`)).toEqual({ stdout: 'loud\ndone\n', stderr: '', exitCode: 0 });
  });

  it('quietly shows no output if it succeeds', async () => {
    expect(await outcome(`runQuietly('node', ['-p', '1'])`)).toEqual({ stdout: 'done\n', stderr: '', exitCode: 0 });
  });

  it('quietly shows its output and returns its exit code if it fails', async () => {
    const { stdout, stderr, exitCode } = await outcome(
      `runQuietly('node', ['-e', 'console.log("why"); process.exit(3)'])`,
    );
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 3 });
    expect(stderr).toMatch(/^why\nnode -e .* failed\.\n$/);
  });

  it('says in one line that the tool does not exist', async () => {
    const { stderr, exitCode } = await outcome(`run('no-such-tool', [])`);
    expect(stderr).toBe('Could not start no-such-tool: spawn no-such-tool ENOENT\n');
    expect(exitCode).toBe(1);
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('passes %s on, and exits with %i after the tool has ended', async (signal, exitCode) => {
    const child = start(`run('node', ['-e', 'console.log(process.pid); setInterval(() => {}, 1000)'])`);
    const [pid] = await once(child.stdout, 'data');
    child.kill(signal);
    const [left] = await once(child, 'close');
    expect(left).toBe(exitCode);
    expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
  });
});
