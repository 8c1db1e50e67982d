import { existsSync, mkdtempSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withTemporaryFolder } from './temporary-folder.mjs';

describe('a temporary folder for one run', () => {
  it.each([
    ['succeeds', async () => {}],
    ['fails', () => Promise.reject(new Error('broken'))],
  ])('is removed with all its files if the run %s', async (_outcome, end) => {
    let folder = '';
    const run = withTemporaryFolder(async ({ TMPDIR }) => {
      folder = TMPDIR;
      mkdtempSync(join(folder, 'left-'));
      expect(statSync(folder).mode & 0o7777).toBe(0o1777);
      await end();
    });
    await run.catch(() => {});
    expect(folder).toContain('ctx-run-');
    expect(existsSync(folder)).toBe(false);
  });

  it('passes a failure on', async () => {
    await expect(withTemporaryFolder(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });
});
