import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CtxError } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { loadTeam } from './load-team.ts';
import { TeamFileError } from './team-file-error.ts';

describe('loadTeam', () => {
  it('reads a file and keeps its path', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ctx-team-'));
    const path = join(folder, 'ctx.team.yaml');
    await writeFile(path, 'name: t\nmembers:\n  - { id: a, type: human }\n');
    expect(await loadTeam(path)).toMatchObject({ name: 't', file: path });
  });

  it('says what to do when there is no file', async () => {
    await expect(loadTeam('/nowhere/ctx.team.yaml')).rejects.toMatchObject({
      code: 'CTX_TEAM_FILE',
      message: '/nowhere/ctx.team.yaml: there is no such file; `ctx init` writes one',
    });
  });

  it('throws a TeamFileError, which not every error with the same code is', async () => {
    const error = await loadTeam('missing.yaml').catch((thrown: unknown) => thrown);
    expect(TeamFileError.isInstance(error)).toBe(true);
    expect(TeamFileError.isInstance(new CtxError('CTX_TEAM_FILE', 'The instruction file cannot be read.'))).toBe(false);
  });

  it('refuses a path that is a folder', async () => {
    await expect(loadTeam(tmpdir())).rejects.toThrow('is a folder; name the team file in it');
  });
});
