import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkTreeChanges } from '@ctx/contract';
import { expect } from 'vitest';
import { createChangeRecorder } from '../change-recorder.ts';
import { fingerprint, type Repository, repositoryIn, temporaryFolder, WHOLE_TURN } from './repository.ts';

/** Records what `work` changes in `repository`, and checks that recording changes nothing in `watched`. */
export async function record(
  repository: Repository,
  work: () => void,
  watched = repository.top,
): Promise<WorkTreeChanges> {
  const home = temporaryFolder();
  const recorder = createChangeRecorder({ folder: join(home, 'changes'), userFolder: join(home, 'user') });
  let before = fingerprint(watched);
  const recording = await recorder.begin({ id: 'turn-1', sessionId: 's' }, repository.top);
  expect(fingerprint(watched)).toEqual(before);
  work();
  before = fingerprint(watched);
  const changes = await recording.end(WHOLE_TURN);
  expect(fingerprint(watched)).toEqual(before);
  return changes;
}

/** A repository with two files and a commit. */
export function committed(init: readonly string[] = []): Repository {
  const repository = repositoryIn(join(temporaryFolder(), 'repository'), init);
  repository.write('a.txt', 'one\n');
  repository.write('b.txt', 'b\n');
  repository.git('add', '-A');
  repository.git('commit', '-qm', 'first');
  return repository;
}

/** Path, status and line counts of each file. */
export const listed = ({ files }: WorkTreeChanges) =>
  files.map(({ path, status, added, removed }) => [path, status, added, removed]);

/** A program that leaves a file behind when it is run. */
export function trap(repository: Repository, name = 'trap.sh'): { readonly path: string; hasRun(): boolean } {
  const path = join(repository.top, '.git', name);
  const mark = join(repository.top, '.git', `${name}-ran`);
  repository.write(`.git/${name}`, `#!/bin/sh\ntouch '${mark}'\ncat\n`);
  chmodSync(path, 0o755);
  return { path, hasRun: () => existsSync(mark) };
}
