import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { SessionFolder } from '@ctx/contract';

/** Where an agent's session files are. */
export interface SessionPlace {
  readonly sessionFolder: SessionFolder;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Levels of folders that are searched. Codex has folders for year, month and day. */
const MAX_DEPTH = 4;

/**
 * The current state of a session: size and SHA-256 of its file; `undefined` if there is no file. If the mark differs
 * from the one after the last turn, somebody else has used or damaged the session.
 */
export async function sessionMark(place: SessionPlace, sessionId: string): Promise<string | undefined> {
  const file = await findSessionFile(place, sessionId);
  if (file === undefined) return undefined;
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of createReadStream(file)) {
      hash.update(chunk as Buffer);
      size += (chunk as Buffer).length;
    }
  } catch {
    return undefined;
  }
  return `${size}-${hash.digest('hex')}`;
}

/** Removes the file of a session, if it exists. Never throws: a file that remains does no harm. */
export async function removeSession(place: SessionPlace, sessionId: string): Promise<void> {
  const file = await findSessionFile(place, sessionId);
  if (file !== undefined) await rm(file, { force: true }).catch(() => {});
}

async function findSessionFile({ sessionFolder, env }: SessionPlace, sessionId: string): Promise<string | undefined> {
  const end = sessionFolder.fileEnd(sessionId);
  if (end === undefined) return undefined;
  let folders = [sessionFolder.folder(env)];
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const inner: string[] = [];
    for (const folder of folders) {
      // Newest first: folders are named after days.
      const entries = (await entriesOf(folder)).reverse();
      const found = entries.find((entry) => entry.isFile() && entry.name.endsWith(end));
      if (found !== undefined) return path.join(folder, found.name);
      for (const entry of entries) if (entry.isDirectory()) inner.push(path.join(folder, entry.name));
    }
    folders = inner;
  }
  return undefined;
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
