import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCtx } from '../../src/__fixtures__/run-ctx.ts';
import { createScriptedTeam, TEAM_FILE } from '../../src/__fixtures__/scripted-team.ts';

const crew = (teamFile = TEAM_FILE) =>
  createScriptedTeam(
    {
      claude: { usage: { costUsd: 0.5 }, steps: [{ type: 'text', text: 'Sarah: **yes**. [NEXT: max]' }] },
      codex: { steps: [{ type: 'text', text: 'Max: no.\n\n[NEXT: sarah]' }] },
      gemini: { steps: [{ type: 'hang' }] },
    },
    teamFile,
  );

const lastLine = (text: string) => JSON.parse(text.trimEnd().split('\n').at(-1)!);

describe('ctx in a script', () => {
  it('prints only the last answer with -q, unchanged', async () => {
    const team = await crew(`maxTurns: 2\n${TEAM_FILE}`);
    const { exitCode, stdout, stderr } = await runCtx(team, ['run', '-q', 'go']);
    expect(stdout).toBe('Max: no.\n\n[NEXT: sarah]\n');
    expect([exitCode, stderr]).toEqual([
      3,
      expect.stringMatching(/^ctx: Stopped while agents are still waiting\. Continue with: ctx resume \S+ "…"\n$/),
    ]);
    const resumed = await runCtx(team, ['resume', '--quiet', 'last', '@sarah [DROP: ALL] again']);
    expect(resumed.stdout).toBe('Max: no.\n\n[NEXT: sarah]\n');
  });

  it('ends JSON with a summary of the outcome, the known cost and the unknown costs', async () => {
    const team = await crew(`maxTurns: 2\n${TEAM_FILE}`);
    const { exitCode, stdout } = await runCtx(team, ['run', '--json', 'go']);
    expect(exitCode).toBe(3);
    expect(lastLine(stdout)).toMatchObject({
      type: 'summary',
      exitCode: 3,
      turns: 2,
      failedTurns: 0,
      stopped: true,
      costUsd: 0.5,
      unknownCosts: 1,
      sessionId: expect.any(String),
    });
  });

  it('stops after --timeout, with exit code 3, and can be resumed', async () => {
    const team = await crew();
    const { exitCode, stdout, stderr } = await runCtx(team, ['run', '--json', '--timeout', '2.5', '@gina hang']);
    expect([exitCode, lastLine(stdout).exitCode]).toEqual([3, 3]);
    expect(stderr).toMatch(
      /^ctx: Stopped after 2\.5 s\. The answer of Gina was cut off\. Ask again with: ctx resume \S+ "…"\n$/,
    );
    const wrong = await runCtx(team, ['run', '--timeout', 'soon', 'hi']);
    expect([wrong.exitCode, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('must be a number above 0. See: ctx run --help'),
    ]);
  });

  it('finds the team file, and its sessions, in a folder above', async () => {
    const team = await crew(TEAM_FILE);
    const below = { ...team, folder: join(team.folder, 'src', 'deep') };
    await mkdir(below.folder, { recursive: true });
    await runCtx(below, ['run', '-q', '@gina hi', '--timeout', '2.5']);
    const here = await runCtx(team, ['sessions']);
    expect(here.stdout).toMatch(/ hi$/m);
    expect((await runCtx(below, ['sessions'])).stdout).toBe(here.stdout);
    expect((await runCtx(below, ['show'])).stdout).toContain('● Alice → Gina');
  });

  it('refuses a team without agents', async () => {
    const team = await crew('name: lonely\nmembers:\n  - { id: alice, type: human }\n');
    const { exitCode, stderr } = await runCtx(team, ['run', 'hi']);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^ctx: The team in .* has no agents\. .*\n$/)]);
  });

  it('removes all sessions named, or none if one does not exist', async () => {
    const team = await crew(`maxTurns: 1\n${TEAM_FILE}`);
    for (const text of ['one', 'two', 'three']) await runCtx(team, ['run', '-q', text]);
    const ids = (await runCtx(team, ['sessions', '--json'])).stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).sessionId);
    const wrong = await runCtx(team, ['sessions', 'rm', ids[0], 'nobody-knows']);
    expect([wrong.exitCode, wrong.stdout]).toEqual([2, '']);
    const { exitCode, stdout } = await runCtx(team, ['sessions', 'rm', ids[0], 'last', ids[2]]);
    expect([exitCode, stdout.match(/^Removed .*$/gm)?.length]).toEqual([0, 2]);
    expect((await runCtx(team, ['sessions', '--json'])).stdout).toContain(ids[1]);
  });

  it('overwrites a file only with --force, and exports only in known formats', async () => {
    const team = await crew(`maxTurns: 1\n${TEAM_FILE}`);
    await runCtx(team, ['run', '-q', 'hi']);
    const file = join(team.folder, 'out.json');
    await writeFile(file, 'mine');
    const refused = await runCtx(team, ['export', '-o', 'out.json']);
    expect([refused.exitCode, refused.stderr]).toEqual([
      2,
      'ctx: out.json already exists and was not changed. To overwrite it, add --force.\n',
    ]);
    expect(await readFile(file, 'utf8')).toBe('mine');
    expect((await runCtx(team, ['export', '-o', 'out.json', '--force'])).exitCode).toBe(0);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ messages: expect.any(Array) });
    const pdf = await runCtx(team, ['export', '-o', 'out.pdf']);
    expect([pdf.exitCode, pdf.stderr]).toEqual([2, expect.stringContaining('does not say which format to write')]);
    expect((await runCtx(team, ['export', '-f', 'pdf'])).stderr).toContain('There is no format "pdf"');
  });
});
