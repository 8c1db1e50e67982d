import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCtx } from '../__fixtures__/run-ctx.ts';
import { createScriptedTeam, type ScriptedTeam } from '../__fixtures__/scripted-team.ts';

describe('the commands about a past session', () => {
  let team: ScriptedTeam;
  const ctx = (...args: string[]) => runCtx(team, args);
  beforeAll(async () => {
    const says = (text: string) => ({ steps: [{ type: 'text', text }] }) as const;
    team = await createScriptedTeam({ claude: says('Ask Max. [NEXT: max]'), codex: says('It is 42.') });
    await ctx('run', 'What is it?');
  });

  it.each([
    [['diff', '9'], 'There is no turn "9" in this session. Turns are 1 to 2; the newest is ctx diff last last.'],
    [
      ['show', 'last', '9'],
      'There is no turn "9" in this session. Turns are 1 to 2; the newest is ctx show last last.',
    ],
    [['undo', 'last'], '`last` is the session here. Write: ctx undo last last'],
    [['undo'], 'Name the turn to undo: ctx undo [session] <turn>. To see the turns: ctx diff'],
  ])('say what to write after %j', async (args, complaint) => {
    expect(await ctx(...args)).toMatchObject({ exitCode: 2, stderr: `ctx: ${complaint}\n` });
  });

  it('show the message that a turn answers', async () => {
    const { stdout } = await ctx('show', '2');
    expect(stdout).toMatch(/● Sarah → Max\n {2}Ask Max\..*\n\n● Max\n {2}It is 42\.\n {2}✓ turn 2/);
    expect(stdout).not.toContain('What is it?');
  });

  it('draw the parts of a prompt to scale: what is free has no bar if it is nearly all', async () => {
    const { stdout } = await ctx('explain', '2');
    expect(stdout).toMatch(/\n {2}free +\S+ KB\n/);
    expect(stdout).toMatch(/\n {2}instructions +\d+ B {2}▓{30}/);
  });

  it('repair nothing if nothing is damaged', async () => {
    const { exitCode, stdout } = await ctx('repair', 'last');
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^Nothing is damaged in session \S+\.\n$/)]);
  });

  it('repair a session whose first line is damaged, and say that its team has to be named', async () => {
    const folder = join(team.folder, '.ctx', 'sessions');
    const [log] = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
    const text = await readFile(join(folder, log!), 'utf8');
    await writeFile(join(folder, 'broken.jsonl'), text.replace('crew', 'crow'));
    expect((await ctx('resume', '--trust', 'broken', 'Go on.')).stderr).toMatch(
      /ctx repair \.ctx\/sessions\/broken\.jsonl\n$/,
    );
    const { exitCode, stdout } = await ctx('repair', 'broken');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/Which team .* name the team file to continue\.\n/);
    expect(stdout).toMatch(/Continue it: ctx resume -t FILE broken-repaired "…"\n$/);
    await ctx('sessions', 'rm', 'broken', 'broken-repaired');
  });

  it('undo, repair and remove only session files, even if CTX_ENGINE names an engine', async () => {
    const folder = join(team.folder, '.ctx', 'sessions');
    const [log] = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'));
    await writeFile(join(folder, 'copy.jsonl'), await readFile(join(folder, log!), 'utf8'));
    const env = { CTX_ENGINE: 'postgres://127.0.0.1:1/none' };
    expect((await runCtx(team, ['undo', 'copy', '9'], { env })).stderr).toContain('There is no turn "9"');
    expect((await runCtx(team, ['repair', 'copy'], { env })).stdout).toMatch(/^Nothing is damaged/);
    expect((await runCtx(team, ['sessions', 'rm', 'copy'], { env })).stdout).toBe('Removed copy\n');
    expect(existsSync(join(folder, 'copy.jsonl'))).toBe(false);
  });

  it('find messages in all sessions, in any letter case', async () => {
    const { stdout, stderr, exitCode } = await ctx('sessions', '--grep', 'ask', 'max');
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^\S+ {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}Sarah {2}Ask Max\. \[NEXT: max\]\n$/);
    const hits = (await ctx('sessions', '--json', '--grep', 'it')).stdout.trimEnd().split('\n');
    expect(hits.map((line) => JSON.parse(line))).toMatchObject([
      { message: 'msg-3', speaker: 'Max', found: 'It', after: ' is 42.' },
      { message: 'msg-1', before: 'What is ', found: 'it' },
    ]);
    expect(await ctx('sessions', '--grep', 'nowhere')).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: 'No message contains "nowhere".\n',
    });
    expect((await ctx('sessions', '--grep', ' ')).stderr).toBe(
      'ctx: Write what to look for: ctx sessions --grep "words"\n',
    );
  });

  it('export as Markdown that people can read, and say where it was written', async () => {
    expect(await ctx('export', '-o', 'out.md')).toMatchObject({ exitCode: 0, stdout: 'Wrote out.md\n' });
    const text = await readFile(join(team.folder, 'out.md'), 'utf8');
    expect(text).toMatch(/^# crew\n\nSession \d+-\d+-\w+\n/);
    expect(text).toMatch(/\n\*turn-1 · \d+\.\d s · /);
    expect((await ctx('export', '-f', 'md')).stdout).toBe(text);
    expect((await ctx('export', '-f', 'pdf')).stderr).toBe('ctx: There is no format "pdf". Use markdown or json.\n');
  });

  it('need a session, or say that there is none', async () => {
    const empty = await createScriptedTeam({});
    const { stderr } = await runCtx(empty, ['show']);
    expect(stderr).toMatch(/^ctx: There are no sessions in .*\. Start one: ctx demo, ctx run or ctx chat\.\n$/);
    expect(existsSync(join(empty.folder, '.ctx'))).toBe(false);
  });
});
