import { chmodSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { committed, listed, record, trap } from './__fixtures__/recorded-work.ts';
import { removeTemporaryFolders } from './__fixtures__/repository.ts';

afterEach(removeTemporaryFolders);

it('a git program inside the work tree is never run, even if its folder comes first on PATH', async () => {
  const repository = committed();
  const { path, hasRun } = trap(repository);
  repository.write('bin/git', `#!/bin/sh\n${path}\n`);
  chmodSync(join(repository.top, 'bin/git'), 0o755);
  const { PATH = '' } = process.env;
  process.env['PATH'] = [join(repository.top, 'bin'), PATH].join(delimiter);
  try {
    const changes = await record(repository, () => repository.write('a.txt', 'two\n'));
    expect(listed(changes)).toEqual([['a.txt', 'modified', 1, 1]]);
  } finally {
    process.env['PATH'] = PATH;
  }
  expect(hasRun()).toBe(false);
});
