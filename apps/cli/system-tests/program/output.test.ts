import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { BIN, runCtx, startCtx } from '../../src/__fixtures__/run-ctx.ts';
import { createScriptedTeam } from '../../src/__fixtures__/scripted-team.ts';

const EVIL = '\u001b]0;pwned\u0007\u001b[2J\u001b[31mred\u001b[0m \u009b1mC1\u0090 back\b\b\u007f \u202Ertl';
// biome-ignore lint/suspicious/noControlCharactersInRegex: the test is about control characters
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;
const long = Array.from({ length: 5_000 }, (_, index) => `Line ${index + 1} of a long answer.`).join('\n');

describe('the output', () => {
  it('of run, show, sessions, explain and export never contains a control character of an agent or a person', async () => {
    const team = await createScriptedTeam({
      claude: {
        steps: [
          { type: 'thinking', text: EVIL },
          { type: 'tool-call', name: 'Bash', input: { command: EVIL }, output: EVIL },
          { type: 'text', text: `Answer ${EVIL}` },
        ],
      },
    });
    const outputs = [await runCtx(team, ['run', `Question ${EVIL}`])];
    for (const args of [
      ['show'],
      ['show', '--json'],
      ['sessions'],
      ['explain', 'last', '1'],
      ['export'],
      ['export', '-f', 'json'],
    ]) {
      outputs.push(await runCtx(team, args));
    }
    for (const { stdout, stderr, exitCode } of outputs) {
      expect([exitCode, stderr]).toEqual([0, '']);
      expect(stdout).not.toMatch(OBEYED);
      expect(stdout).toContain('Question');
    }
  });

  it('has no escape codes if it is not a terminal, even with FORCE_COLOR', async () => {
    const team = await createScriptedTeam({ claude: { steps: [{ type: 'text', text: 'Hi.' }] } });
    const { stdout } = await runCtx(team, ['run', 'hi'], { env: { FORCE_COLOR: '1' } });
    expect(stdout).not.toContain('\u001b');
  });

  it('ends quietly when the reader leaves', async () => {
    const team = await createScriptedTeam({ claude: { steps: [{ type: 'text', text: long }] } });
    const child = startCtx(team, ['run', 'go on']);
    child.stdin?.end();
    child.stdout?.once('data', () => child.stdout?.destroy());
    const stderr = text(child.stderr!);
    const [exitCode] = await once(child, 'exit');
    expect([exitCode, await stderr]).toEqual([0, '']);
  });

  it.each([[['--version']], [['show']], [['run', 'go on']]])(
    'says that it cannot be written: %j on a full device',
    async (args) => {
      const team = await createScriptedTeam({ claude: { steps: [{ type: 'text', text: long }] } });
      if (args[0] === 'show') await runCtx(team, ['run', 'go on']);
      const full = await open('/dev/full', 'w');
      const child = spawn(process.execPath, [BIN, ...args], {
        cwd: team.folder,
        env: { PATH: team.path, HOME: team.home },
        stdio: ['ignore', full.fd, 'pipe'],
      });
      const stderr = text(child.stderr!);
      const [exitCode] = await once(child, 'exit');
      await full.close();
      expect(exitCode).toBe(1);
      expect(await stderr).toBe(
        'ctx: The output could not be written: the disk is full. Free some space, or write it somewhere else.\n',
      );
    },
  );

  it('fails before any agent runs if the folder cannot be written, but the demo still works', async () => {
    const team = await createScriptedTeam({ claude: { steps: [{ type: 'text', text: 'Hi.' }] } });
    // Root may write anywhere, so it runs ctx as nobody; for other users the mode is enough.
    const isRoot = process.getuid?.() === 0;
    await mkdir(join(team.folder, '.ctx'), { mode: isRoot ? 0o700 : 0o500 });
    const uid = isRoot ? 65_534 : undefined;
    const { exitCode, stdout, stderr } = await runCtx(team, ['run', 'hi'], { uid });
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^ctx: The session log .* cannot be used: this user may not write there; choose another folder.*\n$/,
    );
    const demo = await runCtx(team, ['demo'], { uid });
    expect([demo.exitCode, demo.stderr]).toEqual([0, '']);
    expect(demo.stdout).toMatch(/explain .*ctx-demo-.*\.jsonl 3/);
  });
});
