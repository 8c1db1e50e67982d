import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives `work` a variable that names a new folder for temporary files, and removes the folder afterwards, so that test runs
 * leave nothing behind.
 * @param {(env: { readonly TMPDIR: string }) => Promise<void>} work
 */
export async function withTemporaryFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-run-'));
  // As open as /tmp: some tests start programs as another user.
  chmodSync(folder, 0o1777);
  try {
    await work({ TMPDIR: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
