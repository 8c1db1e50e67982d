import { cpSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const LEFT_OUT = new Set(['node_modules', '.git', '.turbo', '.tmp', 'coverage']);

/**
 * Copies the working tree at `root` with its builds, but without installed dependencies, to a folder with a space in its
 * name.
 */
export function copyOfRepo(root: string): string {
  const copy = join(realpathSync(mkdtempSync(join(tmpdir(), 'ctx-copy-'))), 'a repo');
  cpSync(root, copy, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
  return copy;
}
