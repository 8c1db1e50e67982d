import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TurnEvidence } from '../turn-evidence.ts';

/** A git repository in its own folder, and the git commands and file changes of its user. */
export interface Repository {
  readonly top: string;
  git(...args: string[]): string;
  write(path: string, content: string | Uint8Array): void;
  read(path: string): string;
}

const env = {
  PATH: process.env['PATH'] ?? '',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  // After a commit, newer versions of git tidy up in the background. That would change `.git` while a test looks at it.
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'maintenance.auto',
  GIT_CONFIG_VALUE_0: 'false',
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'A'],
      [`GIT_${who}_EMAIL`, 'a@example.com'],
    ]),
  ),
};

const folders: string[] = [];

/** A new folder, with symbolic links resolved. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctx-changes-')));
  folders.push(folder);
  return folder;
}

/** Removes the folders that `temporaryFolder` made. */
export function removeTemporaryFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** The evidence of a member that ran a command the whole time: everything that changed is its own. */
export const WHOLE_TURN: TurnEvidence = { paths: new Set(), commands: [{ from: 0, to: Number.POSITIVE_INFINITY }] };

/** The repository in a folder; created with the arguments `init`, unless that is false. */
export function repositoryIn(top: string, init: readonly string[] | false = []): Repository {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: top, env, encoding: 'utf8', stdio: 'pipe' });
  mkdirSync(top, { recursive: true });
  if (init !== false) git('init', '-q', '-b', 'main', ...init);
  return {
    top,
    git,
    write(path, content) {
      mkdirSync(dirname(join(top, path)), { recursive: true });
      writeFileSync(join(top, path), content);
    },
    read: (path) => readFileSync(join(top, path), 'utf8'),
  };
}

/** Every file below a folder with its kind, mode, time and content; `.ctx` folders are left out. */
export function fingerprint(folder: string, prefix = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(folder, prefix)).sort()) {
    if (name === '.ctx') continue;
    const path = join(prefix, name);
    const entry = lstatSync(join(folder, path));
    if (entry.isDirectory()) Object.assign(found, { [`${path}/`]: '' }, fingerprint(folder, path));
    else {
      const content = entry.isSymbolicLink() ? readlinkSync(join(folder, path)) : readFileSync(join(folder, path));
      const hash = createHash('sha256').update(content).digest('hex');
      found[path] = `${entry.mode.toString(8)} ${entry.mtimeMs} ${hash}`;
    }
  }
  return found;
}
