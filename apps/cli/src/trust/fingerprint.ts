import { createHash } from 'node:crypto';
import { isInsideAny, type NamedFile, type TeamFiles } from './named-files.ts';
import { withRegularFile } from './open-regular.ts';

/** The content of the files that a person agrees to. */
export interface Fingerprint {
  /** Hash of the team file. */
  readonly team: string;
  /** By member, then by path: a hash, or where a link leads. */
  readonly members: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * Takes the fingerprint of a team's files. Reads only files inside their folders; for links out of them, keeps the
 * target.
 * @param parsedHash the hash of the team file's bytes when they were parsed, if they were
 */
export async function takeFingerprint(
  { file, folders, members }: TeamFiles,
  parsedHash?: string,
): Promise<Fingerprint> {
  const marks: Record<string, Record<string, string>> = {};
  for (const [member, { files, readByCli, runByCli }] of members) {
    const own: Record<string, string> = {};
    for (const named of [...files, ...readByCli, ...runByCli]) {
      const mark = await markOf(named, folders);
      if (mark !== undefined) own[named.path] = mark;
    }
    marks[member] = own;
  }
  return { team: parsedHash ?? (await hashOf(file)), members: marks };
}

/** Returns the files that differ: the team file and those of one member, or without `member` those of all members. */
export function changedFiles(agreed: Fingerprint, now: Fingerprint, file: string, member?: string): string[] {
  const changed = agreed.team === now.team ? [] : [file];
  const ids = member === undefined ? Object.keys({ ...agreed.members, ...now.members }) : [member];
  for (const id of ids) {
    const [before, after] = [agreed.members[id] ?? {}, now.members[id] ?? {}];
    for (const path of Object.keys({ ...before, ...after })) if (before[path] !== after[path]) changed.push(path);
  }
  return [...new Set(changed)];
}

async function markOf({ path, realPath }: NamedFile, folders: readonly string[]): Promise<string | undefined> {
  if (realPath === undefined) return 'missing';
  if (isInsideAny(realPath, folders)) return hashOf(realPath);
  // A link inside the folder may be changed later. Files outside belong to the user, and are not checked.
  return isInsideAny(path, folders) ? `leads to ${realPath}` : undefined;
}

async function hashOf(path: string): Promise<string> {
  try {
    const hash = await withRegularFile(path, async (file) => {
      const sum = createHash('sha256');
      for await (const chunk of file.createReadStream({ autoClose: false })) sum.update(chunk);
      return sum.digest('hex');
    });
    return hash ?? 'not a regular file';
  } catch (error) {
    return `cannot be read: ${(error as NodeJS.ErrnoException).code}`;
  }
}
