import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCtx, startCtx, untilPrinted } from '../../src/__fixtures__/run-ctx.ts';
import { createScriptedTeam, type ScriptedTeam, TEAM_FILE } from '../../src/__fixtures__/scripted-team.ts';

const EDITING = TEAM_FILE.replace('agentType: claude', 'agentType: claude, permissions: edit');
const hangs = { steps: [{ type: 'text', text: 'I begin.' }, { type: 'hang' }] } as const;
const answers = { steps: [{ type: 'text', text: 'Yes.' }] } as const;

/** Runs a message until its agent is working, then kills ctx with SIGKILL. */
async function killedAtWork(team: ScriptedTeam, atWork = async () => {}): Promise<void> {
  const child = startCtx(team, ['run', '--json', 'Begin.']);
  await untilPrinted(child, 'I begin.');
  await atWork();
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function recordsOf({ folder }: ScriptedTeam): Promise<{ type: string; [field: string]: unknown }[]> {
  const sessions = join(folder, '.ctx', 'sessions');
  const [log] = (await readdir(sessions)).filter((name) => name.endsWith('.jsonl'));
  const lines = (await readFile(join(sessions, log!), 'utf8')).trimEnd().split('\n');
  return lines.flatMap((line) => JSON.parse(line).records);
}

async function plays(team: ScriptedTeam, script: object): Promise<void> {
  await writeFile(join(team.bin, 'claude.json'), JSON.stringify(script));
}

/** The processes that still run a script of this team. */
function atWork({ bin }: ScriptedTeam): string[] {
  return execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(`${bin}/claude.json`));
}

describe('ctx after it was killed while an agent was working', () => {
  it('runs the turn again if the agent may only read, after ending the old process', async () => {
    const team = await createScriptedTeam({ claude: hangs });
    await killedAtWork(team);
    await plays(team, answers);
    const { exitCode, stdout, stderr } = await runCtx(team, ['resume']);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/● Sarah {2}Claude Code\n {2}Yes\./);
    expect(atWork(team)).toEqual([]);
    const starts = (await recordsOf(team)).filter(({ type }) => type === 'turn-start');
    expect(starts.map(({ turn, attempt }) => `${turn} ${attempt}`)).toEqual(['turn-1 1', 'turn-1 2']);
  });

  it('says on one line what to do if the agent may edit, and exits with 1', async () => {
    const team = await createScriptedTeam({ claude: hangs }, EDITING);
    await killedAtWork(team);
    await plays(team, answers);
    const { exitCode, stdout, stderr } = await runCtx(team, ['resume']);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^ctx: turn 1 \(sarah\) was cut off; what it had done by then is not known\. .*\/again turn-1, .*\n$/,
    );
    expect(stdout).toContain('Sarah’s turn 1 was cut off; what it had done by then is not known');
    expect(atWork(team)).toEqual([]);
    const explained = await runCtx(team, ['explain', 'last', '1']);
    expect(explained.stdout).toContain('lost: ctx was stopped while Sarah was working');
    expect(explained.stdout).toContain('rebuilt exactly');

    const chat = await runCtx(team, ['resume', 'last', 'And now? [NEXT: alice]']);
    expect(chat.exitCode).toBe(1);
    expect(chat.stderr).toContain('turn 1 (sarah) was cut off');
  });

  it('says in show, diff and export that the turn is still running, and after the kill that it was cut off', async () => {
    const team = await createScriptedTeam({ claude: hangs });
    const all = () =>
      Promise.all(
        [['show'], ['show', '1'], ['diff'], ['export']].map(async (args) => (await runCtx(team, args)).stdout),
      );
    await killedAtWork(team, async () => {
      for (const text of await all()) expect(text).toMatch(/turn[ -]1 · .*still running/);
    });
    for (const text of await all()) {
      expect(text).toMatch(/turn[ -]1 · .*cut off/);
      expect(text).not.toContain('running');
    }
    await plays(team, answers);
    expect((await runCtx(team, ['resume'])).exitCode).toBe(0);
  });

  it('lets only one of two resumes at the same time continue', async () => {
    const team = await createScriptedTeam({ claude: hangs });
    await killedAtWork(team);
    const gate = join(team.folder, '../go-on');
    await plays(team, { steps: [{ type: 'wait-for-file', path: gate }, ...answers.steps] });
    const both = [runCtx(team, ['resume']), runCtx(team, ['resume'])];
    const lost = await Promise.race(both);
    await writeFile(gate, '');
    const won = (await Promise.all(both)).find((run) => run !== lost);
    expect(won).toMatchObject({ exitCode: 0, stderr: '' });
    expect(lost.exitCode).toBe(1);
    expect(lost.stderr).toMatch(/^ctx: The session is in use by process \d+ on .*\n$/);
    const starts = (await recordsOf(team)).filter(({ type }) => type === 'turn-start');
    expect(starts).toHaveLength(2);
  });
});
