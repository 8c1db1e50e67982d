import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runCtx, startCtx, untilPrinted } from '../../src/__fixtures__/run-ctx.ts';
import { createScriptedTeam, TEAM_FILE, trustTeam } from '../../src/__fixtures__/scripted-team.ts';

const EARLIER_LOG = fileURLToPath(
  new URL('../../../../packages/team/src/__fixtures__/logs/version-1.jsonl', import.meta.url),
);
const says = (text: string) => ({ steps: [{ type: 'text', text }] }) as const;

describe('ctx resume', () => {
  it('sends a message in an earlier session', async () => {
    const team = await createScriptedTeam({ claude: { steps: [{ type: 'text', text: 'Yes.' }] } });
    await runCtx(team, ['run', 'One?']);
    const { exitCode, stdout } = await runCtx(team, ['resume', 'last', 'Two?']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/● Alice → Sarah\n {2}Two\?\n\n● Sarah {2}Claude Code\n {2}Yes\./);
    expect(stdout).toContain('saw 2 earlier messages');
  });

  it('says what to do if nobody is waiting', async () => {
    const team = await createScriptedTeam({ claude: { steps: [{ type: 'text', text: 'Yes.' }] } });
    await rename(join(team.folder, 'ctx.team.yaml'), join(team.folder, 'our team.yaml'));
    await trustTeam(team, 'our team.yaml');
    await runCtx(team, ['run', '-t', 'our team.yaml', 'One?']);
    const { exitCode, stdout } = await runCtx(team, ['resume', '-t', 'our team.yaml']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^Nobody was waiting\. Send a message with: ctx resume -t 'our team\.yaml' \d{8}-\S+ "…"\n$/,
    );
    const without = await runCtx(team, ['resume']);
    expect(without).toMatchObject({
      exitCode: 2,
      stderr: 'ctx: There is no ctx.team.yaml in this folder or above it. Write one: ctx init. Or name one: -t FILE\n',
    });
  });

  it('creates no file for a log that does not exist', async () => {
    const team = await createScriptedTeam({});
    const { exitCode, stderr } = await runCtx(team, ['resume', 'none.jsonl', 'Hello?']);
    expect([exitCode, stderr]).toEqual([2, 'ctx: There is no file none.jsonl. See: ctx sessions\n']);
    expect(existsSync(join(team.folder, 'none.jsonl'))).toBe(false);
  });

  it('says so if a message is given in place of the session', async () => {
    const team = await createScriptedTeam({ claude: { steps: [{ type: 'text', text: 'Yes.' }] } });
    await runCtx(team, ['run', 'One?']);
    const { exitCode, stderr } = await runCtx(team, ['resume', 'Two, please']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('Name the session before the message: ctx resume last "…"');
  });

  it('shows, explains and continues a session that an earlier version wrote', async () => {
    const team = await createScriptedTeam({ claude: says('Sarah.'), codex: says('Max.'), gemini: says('Gina.') });
    const sessions = join(team.folder, '.ctx', 'sessions');
    await mkdir(sessions, { recursive: true });
    await copyFile(EARLIER_LOG, join(sessions, 'version-1.jsonl'));
    const shown = await runCtx(team, ['show']);
    expect(shown.stdout).toMatch(/● Max \(incomplete\)\n {2}I was about to \[NEXT: gina\] say/);
    expect(shown.stdout).toContain('team task: Mend the build, and say why it broke.');
    expect(shown.stdout).toMatch(/● Gina\n {2}✗ turn \d · failed: The quota is used up\./);
    const explained = await runCtx(team, ['explain', 'version-1', '3']);
    expect(explained.stdout).toMatch(/Turn 3 {2}Max answers Sarah[\s\S]*▶ msg-2 +Sarah +answered/);
    const { exitCode, stdout } = await runCtx(team, ['resume', '--trust', 'version-1']);
    expect(exitCode).toBe(0);
    expect(stdout.match(/● \w+/g)).toEqual(['● Max', '● Gina', '● Sarah', '● Sarah', '● Sarah']);
  });

  it('keeps a second writer out', async () => {
    const team = await createScriptedTeam({ claude: { steps: [{ type: 'hang' }] } }, TEAM_FILE);
    const first = startCtx(team, ['run', '--json', 'Wait.']);
    await untilPrinted(first, 'turn-start');
    const second = await runCtx(team, ['resume', 'last', 'Me too!']);
    expect(second.exitCode).toBe(1);
    expect(second.stderr).toMatch(/^ctx: The session is in use by process \d+ on .*\n$/);
    const ended = once(first, 'exit');
    first.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
  });
});
