import { mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { prepareTurn } from '../../prepare/prepare-turn.ts';
import { codex } from './codex-driver.ts';
import { untrustedFolders } from './untrusted-folders.ts';

it('names the folder, every folder above it and the same for its real path, each once', () => {
  const marked = (...folders: string[]) =>
    `projects={${folders.map((folder) => `"${folder}"={trust_level="untrusted"}`).join(',')}}`;
  expect(untrustedFolders({ cwd: '/a/link', realCwd: '/b/c' })).toBe(marked('/a/link', '/a', '/', '/b/c', '/b'));
  expect(untrustedFolders({ cwd: '/a', realCwd: '/a' })).toBe(marked('/a', '/'));
});

it('writes any name of a folder as a TOML string', () => {
  const setting = untrustedFolders({ cwd: '/a"={trust_level="trusted"}\n\\\u007f', realCwd: '/' });
  expect(setting).toContain('"/a\\"={trust_level=\\"trusted\\"}\\n\\\\\\u007f"={trust_level="untrusted"}');
});

it('is told the folder of the turn by the runner, also where a link leads', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'ctx-place-')));
  const link = `${folder}-link`;
  await symlink(folder, link);
  for (const resume of [undefined, { sessionId: '0af1c9ba-1111-4222-8333-444455556666' }]) {
    const turn = await prepareTurn(codex(), { prompt: 'x', permissions: 'read-only', resume }, { cwd: link });
    expect(turn.args).toContain(untrustedFolders({ cwd: link, realCwd: folder }));
    await turn.dispose();
  }
  await rm(link);
  await rm(folder, { recursive: true });
});
