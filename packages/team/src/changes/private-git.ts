import { lstat, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join, parse } from 'node:path';
import { findProgram, type ProgramResult, runProgram } from '@ctx/agent-runner';
import { makeFolder } from '../session/make-folder.ts';
import type { WorkTree } from './find-work-tree.ts';
import { putFile } from './put-file.ts';

/** A call of git. */
export interface GitCall {
  readonly args: readonly string[];
  readonly input?: string | Uint8Array | undefined;
  /** Index file; most commands need one. */
  readonly index?: string | undefined;
  /** Whether git can also read the repository's objects. Never for a command that writes: it would modify them. */
  readonly readsRepository?: boolean | undefined;
  /** How many bytes of the output are kept. Default 256 MB. */
  readonly maxBytes?: number | undefined;
  /** Exit codes that are not a failure. Default: only 0. */
  readonly accept?: readonly number[] | undefined;
}

/** git for one work tree, without the repository's own configuration. */
export interface PrivateGit {
  /** Path of the git program. */
  readonly program: string;
  readonly tree: WorkTree;
  /** Holds our own index and objects for this work tree. */
  readonly folder: string;
  /** @throws GitError when git fails */
  run(call: GitCall): Promise<ProgramResult>;
}

/** A git command failed. The message is meant for people. */
export class GitError extends Error {}

/** The work tree, and the folders for our own files. */
export interface PrivateGitOptions {
  readonly tree: WorkTree;
  /** Folder for snapshots, under `.ctx/`. */
  readonly folder: string;
  /** Folder for git's configuration: one of the user's own, which no member can write to. */
  readonly userFolder: string;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

const MAX_BYTES = 256 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

/** Overrides every `.gitattributes` of the tree, so that content is stored and compared unchanged. */
const ATTRIBUTES = '* -text -filter -ident !eol !crlf !working-tree-encoding !diff !merge\n';

/**
 * git with our own configuration instead of the repository's. A member may have written `.git/config` and
 * `.gitattributes`, and both can name programs to run. So git gets another folder as its repository, with a
 * configuration that we write, in the user's own folder. Index and objects are also ours, and the repository's objects
 * are only read. No program named by the repository is run, and nothing in the repository is written.
 *
 * @throws GitError when git is not installed, or one of the folders is a symbolic link.
 */
export async function createPrivateGit(options: PrivateGitOptions): Promise<PrivateGit> {
  const { tree, env = process.env } = options;
  const { PATH = '' } = env;
  // A member may have put a program named git into its own tree; that one is not used.
  const program = await findProgram('git', { PATH }, { cwd: tree.top, notInside: [tree.top] });
  if (program === undefined) throw new GitError('git was not found on PATH');
  const folder = join(options.folder, tree.id);
  const objects = join(folder, 'objects');
  const gitFolder = join(options.userFolder, 'git', tree.objectFormat);
  // A member may have put a symbolic link there, so that we would write somewhere else.
  for (const path of [dirname(options.folder), options.folder, folder, objects]) await requireNoLink(path);
  await makeFolder(objects);
  await writeGitFolder(gitFolder, tree.objectFormat);

  const variables = {
    PATH,
    ...(env['SystemRoot'] === undefined ? {} : { SystemRoot: env['SystemRoot'] }),
    LC_ALL: 'C',
    GIT_DIR: gitFolder,
    GIT_WORK_TREE: tree.top,
    GIT_OBJECT_DIRECTORY: objects,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_TERMINAL_PROMPT: '0',
  };
  return {
    program,
    tree,
    folder,
    async run({ args, input, index, readsRepository = false, maxBytes = MAX_BYTES, accept = [0] }) {
      const result = await runProgram({
        file: program,
        args: [...settings(folder), ...args],
        cwd: tree.top,
        env: {
          ...variables,
          ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
          ...(readsRepository ? { GIT_ALTERNATE_OBJECT_DIRECTORIES: quoteFolder(tree.objects) } : {}),
        },
        input,
        maxBytes,
        timeoutMs: TIMEOUT_MS,
      });
      if (result.isTimedOut) throw new GitError(`git took longer than ${TIMEOUT_MS / 1000} s`);
      if (result.exitCode !== undefined && accept.includes(result.exitCode)) return result;
      const said = result.stderr.trim().split('\n').at(-1) || result.startFailure || `exit code ${result.exitCode}`;
      throw new GitError(`git ${args[0]} failed: ${said}`);
    },
  };
}

/** The file that `core.excludesFile` names: the user's and the repository's ignore rules outside `.gitignore`. */
export function excludesFileOf(folder: string): string {
  return join(folder, 'exclude');
}

/**
 * The user's global ignore file. `program` is the path of git. Read from the user's own configuration, with the root
 * folder as working directory, so that no repository's configuration applies.
 */
export async function userExcludesFile(
  program: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<string> {
  const { PATH = '', HOME, XDG_CONFIG_HOME, SystemRoot } = env;
  const known = Object.entries({ PATH, HOME, XDG_CONFIG_HOME, SystemRoot });
  const { stdout } = await runProgram({
    file: program,
    args: ['config', '--global', '--type=path', 'core.excludesFile'],
    cwd: parse(process.cwd()).root,
    env: Object.fromEntries(known.filter((entry): entry is [string, string] => entry[1] !== undefined)),
    maxBytes: 10_000,
    timeoutMs: TIMEOUT_MS,
  });
  return stdout.toString('utf8').trim() || join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'git', 'ignore');
}

function settings(folder: string): string[] {
  const values = {
    'core.excludesFile': excludesFileOf(folder),
    'core.fsmonitor': 'false',
    'core.untrackedCache': 'false',
    'core.splitIndex': 'false',
    'core.hooksPath': '/dev/null',
    'core.attributesFile': '/dev/null',
    'core.quotePath': 'false',
    // Our files can be rebuilt, so speed matters more than surviving a crash.
    'core.fsync': 'none',
    'core.compression': '1',
    'gc.auto': '0',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function writeGitFolder(gitFolder: string, objectFormat: WorkTree['objectFormat']): Promise<void> {
  for (const name of ['info', 'refs', 'objects']) {
    await mkdir(join(gitFolder, name), { recursive: true, mode: 0o700 });
  }
  const isPosix = process.platform !== 'win32';
  const config = [
    '[core]',
    `repositoryformatversion = ${objectFormat === 'sha256' ? 1 : 0}`,
    `filemode = ${isPosix}`,
    `symlinks = ${isPosix}`,
    'bare = false',
    ...(objectFormat === 'sha256' ? ['[extensions]', 'objectformat = sha256'] : []),
  ];
  await putFile(join(gitFolder, 'config'), `${config.join('\n')}\n`);
  await putFile(join(gitFolder, 'info', 'attributes'), ATTRIBUTES);
  await putFile(join(gitFolder, 'HEAD'), 'ref: refs/heads/ctx\n');
}

async function requireNoLink(path: string): Promise<void> {
  const entry = await lstat(path).catch(() => undefined);
  if (entry?.isSymbolicLink()) throw new GitError(`${path} is a link, and ctx does not write through links`);
}

// Git splits the list at the delimiter, except inside a quoted entry.
function quoteFolder(path: string): string {
  return path.includes(delimiter) || path.startsWith('"') ? JSON.stringify(path) : path;
}
