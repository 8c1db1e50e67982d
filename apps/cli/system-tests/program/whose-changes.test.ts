import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Step } from '@ctx/scripted-agents';
import { describe, expect, it } from 'vitest';
import { runCtx, startCtx } from '../../src/__fixtures__/run-ctx.ts';
import { createScriptedTeam, type ScriptedTeam } from '../../src/__fixtures__/scripted-team.ts';

const TEAM = `name: crew
members:
  - { id: alice, displayName: Alice, type: human }
  - { id: sarah, displayName: Sarah, type: ai, agentType: claude }
  - { id: max, displayName: Max, type: ai, agentType: codex, permissions: edit }
  - { id: gina, displayName: Gina, type: ai, agentType: gemini, permissions: edit }
`;

/** Holds the agent until the test lets it go on. Both files are in `.git`, where they are nobody's change. */
const hold: Step[] = [
  { type: 'write-file', path: '.git/working', text: '' },
  { type: 'wait-for-file', path: '.git/go-on' },
];

const ginaWrites: Step[] = [
  { type: 'write-file', path: 'gina.txt', text: 'by Gina\n' },
  { type: 'tool-call', name: 'write_file', input: { file_path: 'gina.txt', content: 'by Gina\n' }, output: 'ok' },
];

async function crew(): Promise<ScriptedTeam & { at(name: string): string; working(): Promise<void> }> {
  const team = await createScriptedTeam(
    {
      claude: {
        steps: [
          { type: 'tool-call', name: 'Read', input: { file_path: 'sum.mjs' }, output: 'sum' },
          ...hold,
          { type: 'text', text: 'I have read it. [NEXT: Gina]' },
        ],
      },
      codex: {
        steps: [
          ...hold,
          { type: 'write-file', path: 'max.txt', text: 'by Max\n' },
          {
            type: 'tool-call',
            name: 'file_change',
            input: { changes: [{ path: 'max.txt', kind: 'add' }] },
            output: '',
          },
          { type: 'text', text: 'Written.' },
        ],
      },
      gemini: {
        steps: [...ginaWrites, { type: 'text', text: 'Written.' }],
        replies: [{ when: 'I have read it', steps: [...ginaWrites, { type: 'echo' }] }],
      },
    },
    TEAM,
  );
  const at = (name: string) => join(team.folder, name);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: team.folder });
  writeFileSync(at('sum.mjs'), 'sum\n');
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'first');
  const working = () => expect.poll(() => existsSync(at('.git/working')), { timeout: 60_000 }).toBe(true);
  return { ...team, at, working };
}

/** Lets `act` happen while the first agent of a command is at work. Returns what the command printed. */
async function whileWorking(team: Awaited<ReturnType<typeof crew>>, args: string[], input: string, act: () => unknown) {
  const child = startCtx(team, args);
  const printed = text(child.stdout!);
  child.stdin!.end(input);
  await team.working();
  await act();
  writeFileSync(team.at('.git/go-on'), '');
  return printed;
}

const SAVED = 'sum\nsaved by a person\n';

describe('a file that a person saves while a read-only member reads', () => {
  it('is told as changed meanwhile everywhere, to nobody as a deed, and no undo touches it', async () => {
    const team = await crew();
    const stdout = await whileWorking(team, ['run', '@sarah Read it.'], '', () =>
      writeFileSync(team.at('sum.mjs'), SAVED),
    );
    const note = '! changed meanwhile, not known by whom: M sum.mjs +1 −0';
    expect(stdout).toContain(note);
    expect(stdout).not.toContain('± M sum.mjs');
    expect(stdout).toContain('± A gina.txt +1 −0');
    // Gina repeats her prompt.
    expect(stdout).toContain('I have read it.');
    expect(stdout).not.toContain('Sarah changed');

    expect((await runCtx(team, ['show'])).stdout).toContain(note);
    expect((await runCtx(team, ['export'])).stdout).toContain(
      'changed meanwhile, not known by whom: modified sum.mjs +1 −0',
    );
    const diff = (await runCtx(team, ['diff', '1'])).stdout;
    expect(diff).toMatch(
      /^turn 1 · Sarah · nothing that is known to be its own\n! changed meanwhile, not known by whom: 1 file, \+1 −0\ndiff --git /,
    );
    const [json] = (await runCtx(team, ['diff', '1', '--json'])).stdout.split('\n');
    expect(JSON.parse(json!)).toMatchObject({ changes: { files: [], meanwhile: { files: [{ path: 'sum.mjs' }] } } });

    const refused = await runCtx(team, ['undo', '1', '--force']);
    expect(refused).toMatchObject({ exitCode: 1 });
    expect(refused.stderr).toContain('nothing that is known to be its own');
    expect((await runCtx(team, ['undo', '2'])).exitCode).toBe(0);
    expect([readFileSync(team.at('sum.mjs'), 'utf8'), existsSync(team.at('gina.txt'))]).toEqual([SAVED, false]);
  }, 120_000);
});

describe('two chats in one folder', () => {
  it('know of each other, and neither takes the other’s edits for its own', async () => {
    const team = await crew();
    let second = '';
    const first = await whileWorking(team, ['chat'], '@max Write.\n', async () => {
      second = (await runCtx(team, ['chat'], { input: '@gina Write.\n' })).stdout;
    });
    const shared = /! turn 1 of session \S+ ran in the same folder at the same time: some changes may be\s+theirs/;
    expect(first).toContain('± A max.txt +1 −0');
    expect(first).toContain('! changed meanwhile, not known by whom: A gina.txt +1 −0');
    expect(first).toMatch(shared);
    expect(second).toContain('± A gina.txt +1 −0');
    expect(second).toMatch(shared);
    expect(readdirSync(join(team.home, '.config/ctx/running'))).toEqual([]);
  }, 120_000);
});
