import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { foreignFolder } from './project-folder.ts';

describe('the folder whose programs are not started', () => {
  let top = '';
  let deep = '';
  beforeEach(async () => {
    top = await mkdtemp(join(tmpdir(), 'ctx-tree-'));
    deep = join(top, 'src/deep');
    await mkdir(deep, { recursive: true });
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(top, { recursive: true });
  });

  it('is the whole work tree, wherever in it ctx is started', async () => {
    await mkdir(join(top, '.git'));
    expect(foreignFolder(deep)).toBe(top);
    expect(foreignFolder(top)).toBe(top);
  });

  it('is the folder itself outside a work tree, and in one that holds the home folder', async () => {
    expect(foreignFolder(deep)).toBe(deep);
    await mkdir(join(top, '.git'));
    vi.stubEnv('HOME', join(top, 'src'));
    expect(foreignFolder(deep)).toBe(deep);
  });
});
