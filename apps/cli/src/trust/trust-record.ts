import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { userFolder } from '@ctx/team';
import type { Fingerprint } from './fingerprint.ts';

/** What a person has agreed to. */
export interface TrustRecord {
  readonly version: 1;
  /** Of the team file: its real folder and its name. */
  readonly file: string;
  readonly fingerprint: Fingerprint;
  /** The list that was shown, so that the next one can say what is new. */
  readonly shown: readonly string[];
}

/** What was agreed to for this team file; missing when nobody has, or when the record cannot be read. */
export async function readTrust(file: string, folder: string = userFolder()): Promise<TrustRecord | undefined> {
  try {
    const record: TrustRecord = JSON.parse(await readFile(recordPath(file, folder), 'utf8'));
    return record.version === 1 && record.file === file && typeof record.fingerprint.members === 'object'
      ? record
      : undefined;
  } catch {
    // Whatever is wrong with it, the answer is to ask again.
    return undefined;
  }
}

/** Keeps what was agreed to, in the user's own folder. */
export async function writeTrust(record: TrustRecord, folder: string = userFolder()): Promise<void> {
  const path = recordPath(record.file, folder);
  await mkdir(join(folder, 'trust'), { recursive: true, mode: 0o700 });
  // Under another name first: whoever reads it meanwhile gets the old one or the new one whole.
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
