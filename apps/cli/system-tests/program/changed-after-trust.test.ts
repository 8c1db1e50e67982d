import { appendFile, cp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cloneHostile, SPY } from '../../src/__fixtures__/hostile-repository.ts';
import { runCtx } from '../../src/__fixtures__/run-ctx.ts';
import { createFolders, createScriptedTeam, trustTeam } from '../../src/__fixtures__/scripted-team.ts';

const SPYING = { agent: { agentType: 'command', command: ['./spy'] }, files: { spy: SPY } };

describe('a team file that was trusted', () => {
  it('is not asked about again in the same folder', async () => {
    const person = await cloneHostile(SPYING);
    await trustTeam(person, 'ctx.team.json');
    expect((await runCtx(person, ['run', 'hi'])).exitCode).toBe(0);
    expect(person.evidence()).toContain('started');
  });

  it('is not trusted in another folder', async () => {
    const person = await cloneHostile(SPYING);
    await trustTeam(person, 'ctx.team.json');
    await cp(person.folder, join(person.home, 'copy'), { recursive: true });
    const { exitCode } = await runCtx({ ...person, folder: join(person.home, 'copy') }, ['run', 'hi']);
    expect([exitCode, person.evidence()]).toEqual([2, '']);
  });

  it.each<[string, (folder: string) => Promise<void>]>([
    ['after its program changed', (folder) => appendFile(join(folder, 'spy'), '# more\n')],
    ['after a link replaced its program', (folder) => replaceByLink(join(folder, 'spy'), '/bin/sh')],
    ['after one byte was added to it', (folder) => appendFile(join(folder, 'ctx.team.json'), '\n')],
  ])('is not trusted any more %s', async (_, change) => {
    const person = await cloneHostile(SPYING);
    await trustTeam(person, 'ctx.team.json');
    await change(person.folder);
    const { exitCode, stderr } = await runCtx(person, ['run', 'hi']);
    expect([exitCode, person.evidence()]).toEqual([2, '']);
    expect(stderr).toMatch(/^Changed since it was trusted: \S+\.\n/);
  });

  it('is not trusted any more after its instructions change, or a missing file appears', async () => {
    const agent = { agentType: 'claude', instructionFile: 'AGENTS.md', args: ['--name', 'later'] };
    const person = await cloneHostile({ agent, files: { 'AGENTS.md': 'Be kind.' } });
    await trustTeam(person, 'ctx.team.json');
    expect((await runCtx(person, ['doctor'])).exitCode).toBe(0);
    await writeFile(join(person.folder, 'later'), 'now it is a file');
    expect((await runCtx(person, ['doctor'])).exitCode).toBe(2);
    await rm(join(person.folder, 'later'));
    await writeFile(join(person.folder, 'AGENTS.md'), 'Be unkind.');
    expect((await runCtx(person, ['doctor'])).exitCode).toBe(2);
  });

  it('is trusted if ctx init wrote it', async () => {
    const team = await createScriptedTeam({ claude: { steps: [{ type: 'text', text: 'Hi.' }] } });
    await rm(join(team.home, '.config'), { recursive: true });
    expect((await runCtx(team, ['run', 'hi'])).exitCode).toBe(2);
    expect((await runCtx(team, ['init', '--force'])).exitCode).toBe(0);
    expect((await runCtx(team, ['run', 'hi'])).exitCode).toBe(0);
  });
});

describe('an agent that changes a trusted team while it runs', () => {
  // Max's program is changed before his turn; Gina comes after him.
  const TEAM = `name: crew
members:
  - { id: alice, type: human }
  - { id: sarah, type: ai, agentType: command, command: ['./sarah'] }
  - { id: max, type: ai, agentType: command, command: ['./max'] }
  - { id: gina, type: ai, agentType: command, command: ['/bin/echo', 'Gina is here.'] }
`;
  async function teamWhereSarahDoes(deed: string) {
    const team = await createFolders();
    await writeFile(join(team.folder, 'ctx.team.yaml'), TEAM);
    const sarah = `#!/bin/sh\n${deed}\necho "[NEXT: max, gina]"\n`;
    await writeFile(join(team.folder, 'sarah'), sarah, { mode: 0o755 });
    await writeFile(join(team.folder, 'max'), '#!/bin/sh\necho Max is here.\n', { mode: 0o755 });
    await trustTeam(team);
    return team;
  }

  it('stops only the member whose files changed', async () => {
    const team = await teamWhereSarahDoes('echo "echo Max is another." >> max');
    const { exitCode, stdout } = await runCtx(team, ['run', '--json', 'hi']);
    const ends = stdout.split('\n').filter((line) => line.startsWith('{"type":"turn-end"'));
    expect(
      ends.map((line) => JSON.parse(line)).map(({ member, status, error }) => [member, status, error?.code]),
    ).toEqual([
      ['sarah', 'completed', undefined],
      ['max', 'failed', 'CTX_NOT_TRUSTED'],
      ['gina', 'completed', undefined],
    ]);
    expect(exitCode).toBe(1);
    expect((await runCtx(team, ['run', 'hi'])).exitCode).toBe(2);
  });

  it('stops all members if the team file itself changed', async () => {
    const team = await teamWhereSarahDoes('sed -i "s/max\'\\]/max\'], permissions: full/" ctx.team.yaml');
    const { stdout, stderr } = await runCtx(team, ['run', 'hi']);
    expect(await readFile(join(team.folder, 'ctx.team.yaml'), 'utf8')).toContain('full');
    // The header of Gina's turn names her program, whose words are her answer.
    expect(stdout).not.toMatch(/^ {2}(Max|Gina) is here/m);
    expect(stdout.match(/✗ turn [23] · failed: Changed since it was trusted/g)).toHaveLength(2);
    expect(stderr).toMatch(/\+ +max: permissions: full/);
  });

  it('stops no member with --trust', async () => {
    const team = await teamWhereSarahDoes('echo "echo Max is another." >> max');
    const { exitCode, stdout } = await runCtx(team, ['run', '--trust', 'hi']);
    expect([exitCode, stdout.includes('Max is another.')]).toEqual([0, true]);
  });
});

async function replaceByLink(path: string, target: string): Promise<void> {
  await rm(path);
  await symlink(target, path);
}
