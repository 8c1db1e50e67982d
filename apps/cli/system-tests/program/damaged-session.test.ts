import { execFileSync } from 'node:child_process';
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCtx } from '../../src/__fixtures__/run-ctx.ts';
import { createScriptedTeam, type ScriptedTeam, TEAM_FILE, trustTeam } from '../../src/__fixtures__/scripted-team.ts';

let team: ScriptedTeam;
let id: string;
let path: string;

beforeAll(async () => {
  team = await createScriptedTeam({ claude: { steps: [{ type: 'text', text: 'Yes.' }] } });
  await runCtx(team, ['run', 'One?']);
  await runCtx(team, ['resume', 'last', 'Two?']);
  const { stdout } = await runCtx(team, ['sessions', '--json']);
  id = JSON.parse(stdout).sessionId;
  path = join('.ctx', 'sessions', `${id}.jsonl`);
  const log = await readFile(join(team.folder, path), 'utf8');
  const lines = log.split('\n');
  const wrong = lines.findIndex((line) => line.includes('Yes.'));
  lines[wrong] = lines[wrong]!.replace('Yes.', 'No!!');
  await writeFile(join(team.folder, path), lines.join('\n'));
}, 120_000);

describe('a session with a damaged line', () => {
  it.each([['show'], ['export'], ['explain', 'last', '2']])(
    'is reported by ctx %s, which prints the undamaged part',
    async (...args) => {
      const { exitCode, stdout, stderr } = await runCtx(team, args);
      expect(exitCode).toBe(1);
      expect(stdout).not.toContain('No!!');
      expect(stdout).toMatch(/Two\?|Turn 2/);
      const [first, ...more] = stderr.trimEnd().split('\n');
      expect(first).toMatch(/^ctx: \S+\.jsonl:\d+ was changed after it was written: its checksum does not match\.$/);
      expect(more.at(-1)).toBe(
        `ctx: Only the undamaged part is shown. To copy it into a new session: ctx repair ${id}`,
      );
    },
  );

  it('is refused by ctx resume and not changed', async () => {
    const before = await readFile(join(team.folder, path));
    const { exitCode, stderr } = await runCtx(team, ['resume', 'last', 'Three?']);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^ctx: .*checksum does not match/);
    expect(stderr.endsWith(` ctx repair ${path}\n`)).toBe(true);
    expect(await readFile(join(team.folder, path))).toEqual(before);
  });

  it('can be resumed after ctx repair copied it', async () => {
    const { exitCode, stdout } = await runCtx(team, ['repair', path]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/checksum does not match/);
    expect(stdout).toMatch(new RegExp(`Copied \\d+ undamaged records into the new session ${id}-repaired\\n`));
    expect(stdout).toMatch(new RegExp(`Continue it: ctx resume ${id}-repaired "…"\\n$`));
    expect(await runCtx(team, ['show', `${id}-repaired`])).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await runCtx(team, ['resume', `${id}-repaired`, 'Three?'])).toMatchObject({ exitCode: 0, stderr: '' });
    const healthy = await runCtx(team, ['repair', `${id}-repaired`]);
    expect(healthy).toMatchObject({ exitCode: 0, stdout: `Nothing is damaged in session ${id}-repaired.\n` });
  });
});

describe('a file that is not a session', () => {
  it.each(['history', 'pipe', 'link', 'my history!'])(
    'is refused on one line and not touched: %s.jsonl',
    async (name) => {
      const here = await createScriptedTeam({});
      const log = '{"prompt":"mine"}\n{"prompt":"too"}\n';
      await writeFile(join(here.folder, 'history.jsonl'), log);
      await writeFile(join(here.folder, 'my history!.jsonl'), log);
      execFileSync('mkfifo', [join(here.folder, 'pipe.jsonl')]);
      await symlink(join(here.folder, 'history.jsonl'), join(here.folder, 'link.jsonl'));
      for (const command of ['resume', 'show', 'repair']) {
        const { exitCode, stderr } = await runCtx(here, [command, `${name}.jsonl`]);
        expect(exitCode).toBe(name.includes(' ') ? 2 : 1);
        expect(stderr).toMatch(/^ctx: .* It was not touched\.\n$/);
      }
      expect(await readFile(join(here.folder, 'history.jsonl'), 'utf8')).toBe(log);
      expect((await readdir(here.folder)).filter((file) => file.includes('.jsonl.'))).toEqual([]);
    },
  );
});

describe('a session of another team', () => {
  it('is resumed only if its file is named, and ctx says what differs', async () => {
    const own = await createScriptedTeam({ claude: { steps: [{ type: 'text', text: 'Yes.' }] } });
    await runCtx(own, ['run', 'One?']);
    const other = TEAM_FILE.replace('{ id: max, displayName: Max,', '{ id: maxine, displayName: Max,');
    await writeFile(join(own.folder, 'ctx.team.yaml'), other);
    await trustTeam(own);
    const refused = await runCtx(own, ['resume', 'last', 'Two?']);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toMatch(
      /^ctx: The session was started with another team: "max" is gone; "maxine" is new\. .*-t .*\n$/,
    );
    const named = await runCtx(own, ['resume', '-t', 'ctx.team.yaml', 'last', 'Two?']);
    expect(named.exitCode).toBe(0);
    expect(named.stderr).toBe('ctx: The session was started with another team: "max" is gone; "maxine" is new.\n');
  });
});

describe('ctx explain', () => {
  it('rebuilds the prompt of every turn exactly, and prints it', async () => {
    const own = await createScriptedTeam(
      {
        claude: { steps: [{ type: 'text', text: 'Ask Max. [NEXT: max]' }] },
        codex: { steps: [{ type: 'text', text: 'Done. [NEXT: gina]' }] },
        gemini: { steps: [{ type: 'text', text: 'Seen.' }] },
      },
      TEAM_FILE.replace('agentType: claude', 'agentType: claude, instructionFile: rules.md'),
    );
    await writeFile(join(own.folder, 'rules.md'), 'Old rules.');
    await trustTeam(own);
    await runCtx(own, ['run', 'Start.']);
    await writeFile(join(own.folder, 'rules.md'), 'New rules.');
    for (const turn of ['1', '2', '3']) {
      const { stdout } = await runCtx(own, ['explain', 'last', turn, '--json']);
      expect(JSON.parse(stdout).rebuilt).toEqual({ exact: true });
    }
    const { exitCode, stdout, stderr } = await runCtx(own, ['explain', 'last', '1', '--prompt']);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Old rules.');
    expect(stdout).toContain('Start.');
  });
});
