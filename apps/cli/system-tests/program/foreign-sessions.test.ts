import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runCtx } from '../../src/__fixtures__/run-ctx.ts';
import { createScriptedTeam, type ScriptedTeam } from '../../src/__fixtures__/scripted-team.ts';

const VERSION_1 = new URL('../../../../packages/team/src/__fixtures__/logs/version-1.jsonl', import.meta.url);
const says = (text: string) => ({ steps: [{ type: 'text', text }] }) as const;
const crew = () => createScriptedTeam({ claude: says('Sarah.'), codex: says('Max.'), gemini: says('Gina.') });
const REFUSAL = /^ctx: You did not start the session \S+ on this machine\. .*--trust\.\n$/;

async function logOf({ folder }: ScriptedTeam): Promise<string> {
  const sessions = join(folder, '.ctx', 'sessions');
  return join(sessions, (await readdir(sessions)).find((name) => name.endsWith('.jsonl'))!);
}

describe('ctx resume', () => {
  it('continues the user’s own session without asking', async () => {
    const team = await crew();
    await runCtx(team, ['run', 'One?']);
    expect(await readFile(await logOf(team), 'utf8')).toMatch(/"hmac":"[0-9a-f]{64}"/);
    expect(await runCtx(team, ['resume', 'last', 'Two?'])).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('runs no agent of a session without a signature', async () => {
    const team = await crew();
    await mkdir(join(team.folder, '.ctx', 'sessions'), { recursive: true });
    await copyFile(fileURLToPath(VERSION_1), join(team.folder, '.ctx', 'sessions', 'version-1.jsonl'));
    const before = await readFile(await logOf(team), 'utf8');
    const refused = await runCtx(team, ['resume', 'version-1']);
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toMatch(REFUSAL);
    expect(await readFile(await logOf(team), 'utf8')).toBe(before);
    expect((await runCtx(team, ['resume', '--trust', 'version-1'])).stdout).toContain('● Max');
  });

  it('runs no agent of a session with another user’s signature', async () => {
    const team = await crew();
    await runCtx(team, ['run', 'One?']);
    await rm(join(team.home, '.config', 'ctx', 'session.key'));
    const { exitCode, stderr } = await runCtx(team, ['resume', 'last', 'Two?']);
    expect([exitCode, REFUSAL.test(stderr)]).toEqual([2, true]);
    expect((await runCtx(team, ['resume', '--trust', 'last', 'Two?'])).exitCode).toBe(0);
  });

  it('needs a trusted team file, but show, explain, export and sessions do not', async () => {
    const team = await crew();
    await runCtx(team, ['run', 'One?']);
    await rm(join(team.home, '.config'), { recursive: true });
    await writeFile(join(team.folder, 'ctx.team.yaml'), 'this is not a team');
    for (const args of [['show'], ['explain', 'last', '1'], ['export'], ['sessions']]) {
      expect(await runCtx(team, args)).toMatchObject({ exitCode: 0, stderr: '' });
    }
  });
});
