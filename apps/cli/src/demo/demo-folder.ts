import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findProgram, runProgram } from '@ctx/agent-runner';
import { WITH_BUG } from './demo-sources.ts';

/** The temporary folders of one demo run, so that it does not touch the user's files. */
export interface DemoFolder {
  /** Where the team works: a git work tree if git is installed. */
  readonly work: string;
  /** Where the scripted agents keep their own sessions. */
  readonly sessions: string;
  /** Snapshots of the work tree. */
  readonly changes: string;
  /** The configuration that git uses for the snapshots. */
  readonly user: string;
  remove(): Promise<void>;
}

/** Creates the folders, with the sources that have the bug. */
export async function createDemoFolder(): Promise<DemoFolder> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'ctx-demo-')));
  const work = join(folder, 'work');
  for (const [path, text] of Object.entries(WITH_BUG)) {
    await mkdir(dirname(join(work, path)), { recursive: true });
    await writeFile(join(work, path), text);
  }
  await initRepository(work);
  return {
    work,
    sessions: join(folder, 'sessions'),
    changes: join(folder, 'changes'),
    user: join(folder, 'user'),
    // If something cannot be removed, it stays in the system's temporary folder.
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {}),
  };
}

// Without git the demo still runs, but does not show what was changed.
async function initRepository(work: string): Promise<void> {
  const env = { PATH: process.env['PATH'] ?? '', GIT_CONFIG_NOSYSTEM: '1', GIT_TEMPLATE_DIR: '' };
  const git = await findProgram('git', env);
  if (git !== undefined) {
    await runProgram({ file: git, args: ['init', '--quiet'], env, cwd: work, maxBytes: 10_000, timeoutMs: 10_000 });
  }
}
