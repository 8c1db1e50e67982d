import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { foreignFolder, foreignFolders } from './project-folder.ts';

describe('the folder whose programs are not started', () => {
  let top = '';
  let deep = '';
  beforeEach(async () => {
    top = await realpath(await mkdtemp(join(tmpdir(), 'ctx-tree-')));
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

  it('is the outermost work tree, so that a submodule does not hide what is above it', async () => {
    await mkdir(join(top, '.git'));
    await mkdir(join(top, 'src', '.git'));
    expect(foreignFolder(deep)).toBe(top);
  });

  it('is none for the home folder and what holds it, and follows links', async () => {
    await mkdir(join(top, '.git'));
    await symlink(join(top, 'src'), join(top, 'home'));
    vi.stubEnv('HOME', join(top, 'home'));
    expect(foreignFolder(join(top, 'src'))).toBeUndefined();
    expect(foreignFolder(top)).toBeUndefined();
    expect(foreignFolder(join(top, 'home', 'deep'))).toBe(deep);
    expect(foreignFolders(top, deep, deep)).toEqual([deep]);
  });

  it('is the folder itself outside a work tree, and in one that holds the home folder', async () => {
    expect(foreignFolder(deep)).toBe(deep);
    await mkdir(join(top, '.git'));
    vi.stubEnv('HOME', join(top, 'src'));
    expect(foreignFolder(deep)).toBe(deep);
  });
});
