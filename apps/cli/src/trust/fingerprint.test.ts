import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { changedFiles, takeFingerprint } from './fingerprint.ts';

it('a file of more than 2 GB is hashed to its last byte', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ctx-big-'));
  const path = join(folder, 'agent');
  // Sparse: it takes no room on the disk.
  const file = await open(path, 'w');
  const size = 2 ** 31 + 1;
  await file.truncate(size);
  const files = { files: [{ path, realPath: path }], readByCli: [], runByCli: [], commandLines: [] };
  const take = () =>
    takeFingerprint({ file: path, folder, folders: [folder], members: new Map([['max', files]]) }, 'x');
  const before = await take();
  expect(before.members['max']?.[path]).toMatch(/^[0-9a-f]{64}$/);
  await file.write('!', size - 1);
  expect(changedFiles(before, await take(), 'team.yaml')).toEqual([path]);
  await file.close();
  await rm(folder, { recursive: true });
});
