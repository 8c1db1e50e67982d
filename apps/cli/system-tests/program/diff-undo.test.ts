import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCtx, startCtx } from '../../src/__fixtures__/run-ctx.ts';
import { createFolders, type ScriptedTeam, trustTeam } from '../../src/__fixtures__/scripted-team.ts';

const TEAM = `name: editors
members:
  - { id: alice, displayName: Alice, type: human }
  - id: ed
    displayName: Ed
    type: ai
    agentType: editor
    command: [sh, edit.sh]
    output:
      format: jsonl
      text: { path: answer }
      tools: { call: { where: { is: call }, id: id, name: name, input: input }, result: { where: { is: result }, id: id } }
`;
const TEXT_TEAM = TEAM.replace('agentType: editor', 'agentType: command').replace(/ {4}output:.*/s, '');
const WRITE = 'cat > /dev/null\nprintf "one\\n2\\nthree\\n" > a.txt\nprintf "new\\033[31m\\n" > new.txt\n';
const CALL = { is: 'call', id: '1', name: 'edit', input: { paths: ['a.txt', 'new.txt'] } };
const lines = [CALL, { is: 'result', id: '1' }, { answer: 'Done.' }].map((line) => `echo '${JSON.stringify(line)}'\n`);
const EDIT = `${WRITE}${lines.join('')}`;

/** A git repository in which Ed has had a turn. */
async function edited(): Promise<ScriptedTeam> {
  const team = await createFolders();
  const at = (name: string) => join(team.folder, name);
  await writeFile(at('ctx.team.yaml'), TEAM);
  await writeFile(at('edit.sh'), EDIT);
  await writeFile(at('a.txt'), 'one\ntwo\nthree\n');
  // Newer versions of git tidy up in the background after a commit, which would disturb a test that removes `.git`.
  const settings = ['user.name=A', 'user.email=a@example.com', 'maintenance.auto=false'];
  const git = (...args: string[]) =>
    execFileSync('git', [...settings.flatMap((setting) => ['-c', setting]), ...args], { cwd: team.folder });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'first');
  await trustTeam(team);
  expect((await runCtx(team, ['run', 'Go.'])).exitCode).toBe(0);
  return team;
}

const contentOf = ({ folder }: ScriptedTeam) => readFileSync(join(folder, 'a.txt'), 'utf8');

describe('ctx diff', () => {
  it('shows what a turn changed as a patch, files or JSON, with control characters made visible', async () => {
    const team = await edited();
    const { stdout, exitCode } = await runCtx(team, ['diff']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^turn 1 · Ed · 2 files, \+2 −1\ndiff --git a\/a.txt b\/a.txt\n/);
    expect(stdout).toContain(' one\n-two\n+2\n three\n');
    expect(stdout).toContain('+new␛[31m\n');
    expect((await runCtx(team, ['diff', 'turn-1'])).stdout).toBe(stdout);
    expect((await runCtx(team, ['diff', 'last', '1'])).stdout).toBe(stdout);
    expect((await runCtx(team, ['diff', '1', '--stat'])).stdout).toBe(
      'turn 1 · Ed · 2 files, +2 −1\nM a.txt +1 −1\nA new.txt +1 −0\n',
    );
    const [json] = (await runCtx(team, ['diff', '--json'])).stdout.trim().split('\n');
    expect(JSON.parse(json!)).toMatchObject({
      turn: 'turn-1',
      member: 'ed',
      changes: { files: [{ path: 'a.txt' }, {}] },
    });
    expect(await runCtx(team, ['diff', '2'])).toMatchObject({ exitCode: 2 });
  });

  it('works as /diff in a chat', async () => {
    const team = await edited();
    writeFileSync(join(team.folder, 'a.txt'), 'before\n');
    const { stdout } = await runCtx(team, ['chat'], { input: '@ed once more\n/diff 1\n' });
    expect(stdout).toContain('-before\n+one\n+2\n+three\n');
  });

  it('appears in the transcript', async () => {
    const team = await edited();
    const { stdout } = await runCtx(team, ['show']);
    expect(stdout).toContain('± M a.txt +1 −1');
    const exported = await runCtx(team, ['export']);
    expect(exported.stdout).toContain('modified a.txt +1 −1');
  });

  it('says so if the changes are not known', async () => {
    const team = await edited();
    await rm(join(team.folder, '.git'), { recursive: true });
    const again = await runCtx(team, ['run', 'Again.']);
    const why = 'no git here (`git init` before the next turn)';
    expect(again.stdout).toContain(`! what it changed is not known: ${why}\n`);
    expect((await runCtx(team, ['show'])).stdout).toContain(`! what it changed is not known: ${why}\n`);
    expect((await runCtx(team, ['export'])).stdout).toContain(`what it changed is not known: ${why}\n`);
    for (const args of [['diff'], ['diff', '1']]) {
      expect((await runCtx(team, args)).stdout).toBe(`turn 1 · Ed · not known: ${why}\n`);
    }
  });
});

describe('a program that reports no tool calls', () => {
  it('gets no credit for any file, and its undo leaves a person’s file alone', async () => {
    const team = await edited();
    await writeFile(join(team.folder, 'ctx.team.yaml'), TEXT_TEAM);
    await writeFile(join(team.folder, 'edit.sh'), 'cat > /dev/null\necho mine > a.txt\necho Done.\n');
    await trustTeam(team);
    const { stdout } = await runCtx(team, ['run', 'Again.']);
    expect(stdout).toContain('! changed meanwhile, not known by whom: M a.txt +1 −3\n');
    const { exitCode, stderr } = await runCtx(team, ['undo', '1', '--force']);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('changed nothing that is known to be its own')]);
    expect(contentOf(team)).toBe('mine\n');
  });
});

describe('ctx undo', () => {
  it('undoes a change, and the same command again redoes it', async () => {
    const team = await edited();
    expect(await runCtx(team, ['undo', '1'])).toMatchObject({
      exitCode: 0,
      stdout: 'turn 1 was undone: 2 files. The same command again redoes it.\n  a.txt\n  new.txt\n',
    });
    expect([contentOf(team), existsSync(join(team.folder, 'new.txt'))]).toEqual(['one\ntwo\nthree\n', false]);
    expect((await runCtx(team, ['diff', '--stat'])).stdout).toMatch(/^turn 1 · Ed · 2 files, \+2 −1 · undone\n/);
    expect((await runCtx(team, ['show'])).stdout).toContain('turn 1 was undone: a.txt, new.txt');
    expect(await runCtx(team, ['undo', 'last', 'turn-1', '--json'])).toMatchObject({
      exitCode: 0,
      stdout: '{"turn":"turn-1","undone":false,"files":["a.txt","new.txt"]}\n',
    });
    expect(contentOf(team)).toBe('one\n2\nthree\n');
  });

  it('tells the members in their next turn', async () => {
    const team = await edited();
    await runCtx(team, ['undo', '1']);
    const { stdout } = await runCtx(team, ['prompt', '--as', 'ed', '--session', 'last', 'Well?']);
    expect(stdout).toContain('The changes of Ed in turn-1 were undone: a.txt, new.txt.');
    expect((await runCtx(team, ['resume', 'last', 'Once more.'])).exitCode).toBe(0);
  });

  it('is refused if a file has changed since: it names the file, exits with 1 and changes nothing', async () => {
    const team = await edited();
    writeFileSync(join(team.folder, 'a.txt'), 'mine\n');
    const { exitCode, stderr } = await runCtx(team, ['undo', '1']);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: expect.stringMatching(/^ctx: .*: a\.txt\. Nothing .*\n$/),
    });
    expect([contentOf(team), existsSync(join(team.folder, 'new.txt'))]).toEqual(['mine\n', true]);
  });

  it('is refused while the session runs', async () => {
    const team = await edited();
    writeFileSync(
      join(team.folder, 'edit.sh'),
      'cat > /dev/null\ntouch started\nwhile ! [ -e stop ]; do sleep 0.1; done\n',
    );
    const running = startCtx(team, ['resume', '--trust', 'last', 'Slowly.']);
    const ended = new Promise((resolve) => running.once('exit', resolve));
    try {
      await expect.poll(() => existsSync(join(team.folder, 'started')), { timeout: 60_000 }).toBe(true);
      expect(await runCtx(team, ['undo', '1'])).toMatchObject({ exitCode: 1 });
    } finally {
      writeFileSync(join(team.folder, 'stop'), '');
      await ended;
    }
    expect(contentOf(team)).toBe('one\n2\nthree\n');
  }, 120_000);

  it('asks for --cwd outside a git work tree', async () => {
    const team = await edited();
    const { exitCode, stderr } = await runCtx(team, ['undo', '1', '--cwd', team.home]);
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/is not in a git work tree\. .*--cwd FOLDER\n$/)]);
  });

  it('asks for trust before it uses a session that this user did not start', async () => {
    const team = await edited();
    await rm(join(team.home, '.config', 'ctx', 'session.key'));
    const refused = await runCtx(team, ['undo', '1']);
    expect(refused).toMatchObject({ exitCode: 2 });
    expect(refused.stderr).toMatch(/^ctx: You did not start the session .*Undoing it would write the files .*--trust/);
    expect(contentOf(team)).toBe('one\n2\nthree\n');
    expect((await runCtx(team, ['undo', '1', '--trust'])).exitCode).toBe(0);
    expect(contentOf(team)).toBe('one\ntwo\nthree\n');
  });

  it('asks for the turn if none is given', async () => {
    const team = await edited();
    expect(await runCtx(team, ['undo', 'last'])).toMatchObject({ exitCode: 2 });
    const { exitCode, stderr } = await runCtx(team, ['undo']);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^ctx: Name the turn to undo: ctx undo /)]);
  });
});
