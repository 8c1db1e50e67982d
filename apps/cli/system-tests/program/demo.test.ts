import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCtx } from '../../src/__fixtures__/run-ctx.ts';
import { createScriptedTeam } from '../../src/__fixtures__/scripted-team.ts';

describe('ctx demo', () => {
  it('shows a hand-over, a budget that drops a message, and what each agent saw; ctx explain works on it', async () => {
    const nowhere = await createScriptedTeam({});
    const { exitCode, stdout, stderr } = await runCtx(nowhere, ['demo']);
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    expect(stdout.match(/→ hands over to \w+/g)).toEqual(
      ['Max', 'Gina', 'Max', 'Sarah'].map((name) => `→ hands over to ${name}`),
    );
    expect(stdout).toContain('saw 1 of 2 earlier messages, 1.5 KB (1 dropped to fit 1.5 KB)');
    expect(stdout).toContain('What each agent saw');
    expect(stdout).toContain('Try next');
    expect(stdout).not.toContain('\u001b');

    const sessions = join(nowhere.folder, '.ctx', 'sessions');
    const [log] = await readdir(sessions);
    expect((await stat(join(sessions, log!))).mode & 0o777).toBe(0o600);

    const explained = await runCtx(nowhere, ['explain', 'last', '3']);
    expect(explained.stdout).toMatch(/The prompt {2}1\.\d KB of 1\.5 KB/);
    expect(explained.stdout).toMatch(/- msg-1 {2}You {4}over the budget/);
    expect(explained.stdout).toMatch(/\+ msg-2 {2}Sarah {2}seen/);
    expect(explained.stdout).toMatch(/▶ msg-3 {2}Max {4}answered/);
  });

  it('sends an agent that continues its session only the new messages', async () => {
    const nowhere = await createScriptedTeam({});
    const { stdout } = await runCtx(nowhere, ['demo']);
    expect(stdout).toMatch(/✓ .* · sent \d+ B, new text only \(2\.\d KB in full\)\n {2}→ hands over to Sarah/);
    expect(stdout).toMatch(/\n {2}✓ .* · \$0\.0072 · sent 1\.\d KB, 2 new messages only \(2\.\d KB in full\)\n/);
    expect(stdout).toMatch(/ 4 {2}Max +\d+ B .* new text only \(2\.\d KB in full\)\n/);
    expect(stdout).toContain('5 turns · at least $0.0144 (Max and Gina report no cost)');

    const explained = await runCtx(nowhere, ['explain', 'last', '4']);
    expect(explained.stdout).toContain('The memory  delta: it knew 3 messages: all up to msg-2');
    expect(explained.stdout).toContain('rebuilt exactly');
  });

  it('shows what an agent changed in a work tree, and leaves only its log', async () => {
    const nowhere = await createScriptedTeam({});
    const env = { TMPDIR: join(nowhere.home, 'temporary') };
    await mkdir(env.TMPDIR);
    const { stdout } = await runCtx(nowhere, ['demo'], { env });
    expect(stdout).toContain('⚒ file_change src/session.ts, src/session.test.ts → update\n');
    expect(stdout.match(/± M .*/g)).toEqual([
      '± M src/session.test.ts +4 −0',
      '± M src/session.ts +2 −0',
      '± M src/session.test.ts +5 −0',
      '± M src/session.ts +1 −1',
    ]);
    expect((await readdir(env.TMPDIR)).filter((name) => name.startsWith('ctx-demo'))).toEqual([]);
    expect((await readdir(join(nowhere.folder, '.ctx'))).sort()).toEqual(['.gitignore', 'sessions']);
    expect(stdout).toMatch(/ diff last 4 +what Max changed/);

    const diff = await runCtx(nowhere, ['diff', 'last', '4']);
    expect(diff.stdout).toContain('-  const inGrace = Date.now() - session.refreshedAt < 10_000;');
    const shown = await runCtx(nowhere, ['show', 'last', '4']);
    expect(shown.stdout).toContain('± M src/session.ts +1 −1');
    const removed = await runCtx(nowhere, ['sessions', 'rm', 'last']);
    expect(removed.stdout).toMatch(/^Removed \S+\n$/);
  });

  it('works without git, without showing changes', async () => {
    const nowhere = await createScriptedTeam({});
    const { exitCode, stdout, stderr } = await runCtx(nowhere, ['demo'], { env: { PATH: nowhere.home } });
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toContain(' KB in full)');
    expect(stdout).not.toContain('±');
    expect(stdout).not.toContain(' diff last');
  });

  it('prints one JSON event per line', async () => {
    const { stdout, exitCode } = await runCtx(await createScriptedTeam({}), ['demo', '--json']);
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(exitCode).toBe(0);
    expect(events.filter(({ type }) => type === 'turn-end').map(({ member, status }) => `${member} ${status}`)).toEqual(
      ['sarah completed', 'max completed', 'gina completed', 'max completed', 'sarah completed'],
    );
    expect(events.at(-1)).toMatchObject({ type: 'waiting-for-human', member: 'you' });
  });
});
