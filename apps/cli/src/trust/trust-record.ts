import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { userFolder } from '@ctx/team';
import type { Fingerprint } from './fingerprint.ts';
import type { ProjectTexts } from './project-files.ts';

/** A saved agreement to a team file. */
export interface TrustRecord {
  readonly version: 1;
  /** The path of the team file, with the links of its folder resolved. */
  readonly file: string;
  readonly fingerprint: Fingerprint;
  /** The project files that the person agreed to pass on; missing in records of earlier releases. */
  readonly projectTexts?: ProjectTexts | undefined;
  /** The list that the person saw, so that the next list can mark what is new. */
  readonly shown: readonly string[];
}

/** Reads the agreement to a team file; undefined if there is none, or if it cannot be read. */
export async function readTrust(file: string, folder: string = userFolder()): Promise<TrustRecord | undefined> {
  try {
    const record: TrustRecord = JSON.parse(await readFile(recordPath(file, folder), 'utf8'));
    return record.version === 1 && record.file === file && typeof record.fingerprint.members === 'object'
      ? record
      : undefined;
  } catch {
    // A record that cannot be read counts as none: the person is asked again.
    return undefined;
  }
}

/** Saves an agreement in the user's own folder. */
export async function writeTrust(record: TrustRecord, folder: string = userFolder()): Promise<void> {
  const path = recordPath(record.file, folder);
  await mkdir(join(folder, 'trust'), { recursive: true, mode: 0o700 });
  // Written under another name and then renamed, so that no reader sees half a record.
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(temporary, `${JSON.stringify(record, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
}

function recordPath(file: string, folder: string): string {
  return join(folder, 'trust', `${createHash('sha256').update(file).digest('hex')}.json`);
}
