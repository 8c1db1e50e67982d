import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCtx } from '../__fixtures__/run-ctx.ts';
import { createFolders, type ScriptedTeam, trustTeam } from '../__fixtures__/scripted-team.ts';

const TEAM = `name: t
members:
  - { id: alice, type: human }
  - { id: max, type: ai, agentType: command, command: [sh, agent.sh] }
`;

async function createTeam(): Promise<ScriptedTeam> {
  const team = await createFolders();
  await writeFile(join(team.folder, 'ctx.team.yaml'), TEAM);
  await writeFile(join(team.folder, 'agent.sh'), `echo Done.; touch '${team.home}/STARTED'\n`);
  return team;
}

describe('a team that nobody has trusted', () => {
  it.each([['run', 'hello'], ['resume', 'last', 'hello'], ['doctor']])(
    'starts nothing in ctx %s %s',
    async (...words) => {
      const team = await createTeam();
      await trustTeam(team);
      expect((await runCtx(team, ['run', 'first'])).exitCode).toBe(0);
      await writeFile(join(team.folder, 'agent.sh'), `touch '${team.home}/CHANGED'\n`);
      const { exitCode, stderr } = await runCtx(team, words);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining('Changed since it was trusted: ')]);
      expect(await readdir(team.home)).not.toContain('CHANGED');
    },
  );

  it('starts no turn of a member whose file another member has changed', async () => {
    const team = await createTeam();
    const gina = '  - { id: gina, type: ai, agentType: command, command: [sh, gina.sh] }\n';
    await writeFile(join(team.folder, 'ctx.team.yaml'), `${TEAM}${gina}`);
    await writeFile(join(team.folder, 'gina.sh'), `echo Done.\n`);
    await writeFile(
      join(team.folder, 'agent.sh'),
      `echo "touch '${team.home}/CHANGED'" > gina.sh; echo '[NEXT: gina]'\n`,
    );
    await trustTeam(team);
    const { exitCode, stdout } = await runCtx(team, ['run', 'first']);
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining('Changed since it was trusted: ')]);
    expect(await readdir(team.home)).not.toContain('CHANGED');
  });
});
