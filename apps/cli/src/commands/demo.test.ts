import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCtx } from '../__fixtures__/run-ctx.ts';
import { createScriptedTeam } from '../__fixtures__/scripted-team.ts';

describe('ctx demo', () => {
  it('shows a hand-over, a budget that drops something, and what each agent saw; and it can be explained', async () => {
    const nowhere = await createScriptedTeam({});
    const { exitCode, stdout, stderr } = await runCtx(nowhere, ['demo']);
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    expect(stdout.match(/→ hands over to \w+/g)).toEqual(
      ['Max', 'Gina', 'Max', 'Sarah'].map((name) => `→ hands over to ${name}`),
    );
    expect(stdout).toContain('saw 1 of 2 earlier messages (1 dropped to fit 1.5 KB)');
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

  it('speaks JSON, one event a line', async () => {
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
