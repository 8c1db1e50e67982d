import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, copyFile, lstat, realpath, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readSmallFile } from './find-work-tree.ts';
import { absolutePath, readablePath } from './git-path.ts';
import { excludesFileOf, GitError, type PrivateGit, userExcludesFile } from './private-git.ts';
import { putFile } from './put-file.ts';
import { succeeds } from './succeeds.ts';

/** Leaves out every `.ctx` folder. */
const WITHOUT_CTX = ['--', '.', ':(exclude,glob)**/.ctx/**'];
/** Limit of one snapshot. A large data set that is not in `.gitignore` would otherwise be copied in full. */
const MAX_COPIED_BYTES = 1024 ** 3;

/**
 * Makes a git tree of the current files with their raw content: untracked files included, ignored ones not. Returns the
 * tree's id.
 *
 * The first time, all files are read, and content that the repository does not have is copied into our objects. The
 * resulting index is kept, so that later only files with a new time or size are read.
 *
 * @throws GitError
 */
export async function takeSnapshot(git: PrivateGit): Promise<string> {
  const keptIndex = join(git.folder, 'index');
  // Each snapshot works on a copy of the index: several can run at once, and a killed one leaves no lock.
  const index = join(git.folder, `index-${randomUUID()}`);
  try {
    const tree = (await treeFromIndex(git, keptIndex, index)) ?? (await treeFromScratch(git, index));
    // For an empty tree git writes no index.
    await succeeds(rename(index, keptIndex));
    return tree;
  } finally {
    await rm(index, { force: true });
    await rm(`${index}.lock`, { force: true });
  }
}

// Returns `undefined` if there is no kept index, git cannot use it, or too much has changed since: much of that may be
// committed by now, which only a new index knows.
async function treeFromIndex(git: PrivateGit, keptIndex: string, index: string): Promise<string | undefined> {
  if (!(await tryCopy(keptIndex, index))) return undefined;
  return makeTree(git, index).catch(() => undefined);
}

async function treeFromScratch(git: PrivateGit, index: string): Promise<string> {
  await rm(index, { force: true });
  // The repository has no copy of untracked files. If they are too many, reading them all would only take time.
  await requireRoom(git, await listByUserIndex(git, ['-o']));
  await fillIndex(git, index);
  return makeTree(git, index);
}

// Not `git add`: it would run `git status` in each submodule, with that repository's configuration.
async function makeTree(git: PrivateGit, index: string): Promise<string> {
  const { add, remove, repositories } = await changedFiles(git, index);
  const copied = [...(await trackedButIgnored(git, index)), ...add];
  await requireRoom(git, copied);
  await updateIndex(git, index, ['--force-remove'], remove);
  await updateIndex(git, index, ['--add', '--replace'], copied);
  // git refuses a repository without a commit (128), which is then left out.
  for (const path of repositories) await updateIndex(git, index, ['--add', '--replace'], [path], [0, 128]);
  const { stdout } = await git.run({ args: ['write-tree', '--missing-ok'], index });
  return stdout.toString('utf8').trim();
}

// Copying the whole tree would be slow, so only content that the repository does not have is copied.
async function fillIndex(git: PrivateGit, index: string): Promise<void> {
  const { add } = await changedFiles(git, index);
  await updateIndex(git, index, ['--add', '--info-only'], [...(await trackedButIgnored(git, index)), ...add]);
  await updateIndex(git, index, ['--force-remove'], await missingFiles(git, index));
}

interface ChangedFiles {
  readonly add: readonly string[];
  readonly remove: readonly string[];
  /** Submodules and other repositories in the tree: only their current commit is stored. */
  readonly repositories: readonly string[];
}

/** Files that differ from the index. */
async function changedFiles(git: PrivateGit, index: string): Promise<ChangedFiles> {
  const args = ['ls-files', '-t', '-z', '-m', '-d', '-o', '--exclude-standard', ...WITHOUT_CTX];
  const { stdout } = await git.run({ args, index });
  const add = new Set<string>();
  const remove = new Set<string>();
  const repositories: string[] = [];
  for (const line of splitNul(stdout.toString('latin1'))) {
    const [tag, path] = [line[0], line.slice(2)];
    if (tag === 'R') remove.add(path);
    else if (path.endsWith('/')) repositories.push(path.slice(0, -1));
    else add.add(path);
    if (tag !== 'C' || remove.has(path)) continue;
    const entry = await lstat(absolutePath(git.tree, path)).catch(() => undefined);
    if (entry?.isFile() || entry?.isSymbolicLink()) continue;
    add.delete(path);
    remove.add(path);
    // A folder in place of the file is another repository, or an ordinary folder whose files are listed one by one.
    if (entry?.isDirectory()) repositories.push(path);
  }
  return { add: [...add].filter((path) => !remove.has(path)), remove: [...remove], repositories };
}

async function updateIndex(
  git: PrivateGit,
  index: string,
  options: readonly string[],
  paths: readonly string[],
  accept: readonly number[] = [0],
): Promise<void> {
  if (paths.length === 0) return;
  const update = (some: readonly string[], codes: readonly number[]) =>
    git.run({ args: ['update-index', ...options, '-z', '--stdin'], input: joinNul(some), index, accept: codes });
  const { exitCode } = await update(paths, [...accept, 128]);
  if (accept.includes(exitCode!)) return;
  // git stops at a path that cannot be read or is no longer a file. Such paths are left out.
  const readable = await Promise.all(paths.map((path) => canBeRead(absolutePath(git.tree, path))));
  await update(
    paths.filter((_, at) => readable[at]),
    accept,
  );
}

async function canBeRead(place: Buffer): Promise<boolean> {
  const entry = await lstat(place).catch(() => undefined);
  if (entry?.isSymbolicLink()) return true;
  if (!entry?.isFile()) return false;
  return succeeds(access(place, constants.R_OK));
}

/** Files that are tracked although they match an ignore rule, unless our index has them: then they are like all others. */
async function trackedButIgnored(git: PrivateGit, index: string): Promise<string[]> {
  const paths = await listByUserIndex(git, ['-c', '-i']);
  if (paths.length === 0) return [];
  const { stdout } = await git.run({ args: ['ls-files', '-z'], index });
  const known = new Set(splitNul(stdout.toString('latin1')));
  const present = await Promise.all(paths.map((path) => isFileOfTree(git.tree.top, path)));
  return paths.filter((path, at) => present[at] && !known.has(path));
}

/** Lists files by the repository's own index, of which git gets a copy. A missing index is an empty one. */
async function listByUserIndex(git: PrivateGit, options: readonly string[]): Promise<string[]> {
  const copy = join(git.folder, `user-index-${randomUUID()}`);
  try {
    await tryCopy(git.tree.index, copy);
    const args = ['ls-files', '-z', ...options, '--exclude-standard', ...WITHOUT_CTX];
    const { stdout } = await git.run({ args, index: copy });
    return splitNul(stdout.toString('latin1'));
  } catch {
    // A split or sparse index, which only the repository can read: leave its files out.
    return [];
  } finally {
    await rm(copy, { force: true });
  }
}

// A path that leads through a symbolic link is not in the tree, and git fails on it.
async function isFileOfTree(top: string, path: string): Promise<boolean> {
  const place = join(top, readablePath(path));
  const entry = await lstat(place).catch(() => undefined);
  if (entry === undefined || !(entry.isFile() || entry.isSymbolicLink())) return false;
  return (await realpath(dirname(place)).catch(() => undefined)) === dirname(place);
}

/** Files of the index whose content neither the repository nor our own objects have. */
async function missingFiles(git: PrivateGit, index: string): Promise<string[]> {
  const { stdout } = await git.run({ args: ['ls-files', '-z', '-s'], index });
  const pathsOf = new Map<string, string[]>();
  for (const line of splitNul(stdout.toString('latin1'))) {
    const [mode, id] = line.slice(0, line.indexOf('\t')).split(' ');
    if (mode === '160000' || id === undefined) continue;
    const path = line.slice(line.indexOf('\t') + 1);
    const paths = pathsOf.get(id);
    if (paths === undefined) pathsOf.set(id, [path]);
    else paths.push(path);
  }
  const check = await git.run({
    args: ['cat-file', '--batch-check=%(objectname)'],
    input: [...pathsOf.keys()].map((id) => `${id}\n`).join(''),
    readsRepository: true,
  });
  const lines = check.stdout.toString('utf8').split('\n');
  const missing = lines.filter((line) => line.endsWith(' missing')).map((line) => line.split(' ')[0]!);
  return missing.flatMap((id) => pathsOf.get(id) ?? []);
}

async function requireRoom(git: PrivateGit, paths: readonly string[]): Promise<void> {
  let bytes = 0;
  for (const path of paths) {
    const entry = await lstat(absolutePath(git.tree, path)).catch(() => undefined);
    bytes += entry?.size ?? 0;
    if (bytes > MAX_COPIED_BYTES) {
      throw new GitError('more than 1 GB of files is neither committed nor ignored; name them in .gitignore');
    }
  }
}

/** Looked up once: it does not change while a team works. */
let excludesFile: Promise<string> | undefined;

/**
 * Copies the user's and the repository's ignore rules outside `.gitignore`. Done only before a turn, so that a member
 * cannot hide a file with a rule that it writes into the repository during the turn.
 */
export async function copyExcludes(git: PrivateGit): Promise<void> {
  excludesFile ??= userExcludesFile(git.program);
  const own = (await readSmallFile(await excludesFile)) ?? '';
  const repository = (await readSmallFile(git.tree.exclude)) ?? '';
  await putFile(excludesFileOf(git.folder), `${own}\n${repository}\n`);
}

// Returns whether it worked. Keeps the modification time, because git trusts only entries of files older than the
// index.
async function tryCopy(from: string, to: string): Promise<boolean> {
  try {
    const entry = await stat(from);
    if (!entry.isFile()) return false;
    await copyFile(from, to);
    await utimes(to, entry.atime, entry.mtime);
    return true;
  } catch {
    return false;
  }
}

function splitNul(text: string): string[] {
  return text.split('\0').filter((part) => part !== '');
}

function joinNul(paths: readonly string[]): Uint8Array {
  return Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1');
}
