import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findProgram, runProgram } from '@ctx/agent-runner';
import { LEFT_BY_FRIDAY } from './demo-sources.ts';

/** A folder for one run of the demo, with everything that would otherwise be the user's own. */
export interface DemoFolder {
  /** Where the team works: a git work tree, if there is a git. */
  readonly work: string;
  /** Where the scripted agents keep their own sessions. */
  readonly sessions: string;
  /** Snapshots of the work tree. */
  readonly changes: string;
  /** git's configuration for those. */
  readonly user: string;
  remove(): Promise<void>;
}

/** Makes the folder, with the sources that have the bug. */
export async function createDemoFolder(): Promise<DemoFolder> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'ctx-demo-')));
  const work = join(folder, 'work');
  for (const [path, text] of Object.entries(LEFT_BY_FRIDAY)) {
    await mkdir(dirname(join(work, path)), { recursive: true });
    await writeFile(join(work, path), text);
  }
  await initRepository(work);
  return {
    work,
    sessions: join(folder, 'sessions'),
    changes: join(folder, 'changes'),
    user: join(folder, 'user'),
    // Whatever stays is in the folder for what may go.
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {}),
  };
}

// Without git the demo goes on, and what was changed is not known.
async function initRepository(work: string): Promise<void> {
  const env = { PATH: process.env['PATH'] ?? '', GIT_CONFIG_NOSYSTEM: '1', GIT_TEMPLATE_DIR: '' };
  const git = await findProgram('git', env);
  if (git !== undefined) {
    await runProgram({ file: git, args: ['init', '--quiet'], env, cwd: work, maxBytes: 10_000, timeoutMs: 10_000 });
  }
}
