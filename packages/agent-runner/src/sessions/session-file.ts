import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { SessionFolder } from '@ctx/contract';

/** Where an agent's sessions are looked for. */
export interface SessionPlace {
  readonly sessionFolder: SessionFolder;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Codex has folders for year, month and day. */
const DEEPEST = 4;

/**
 * What a session is now: size and SHA-256 of its file. Another mark than at the end of the last turn means that
 * somebody else has gone on in it, or that part of it is gone; `undefined`, that there is none.
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

/** Removes the file of a session, if it is there. Never throws: a file that stays does no harm. */
export async function removeSession(place: SessionPlace, sessionId: string): Promise<void> {
  const file = await findSessionFile(place, sessionId);
  if (file !== undefined) await rm(file, { force: true }).catch(() => {});
}

async function findSessionFile({ sessionFolder, env }: SessionPlace, sessionId: string): Promise<string | undefined> {
  const end = sessionFolder.fileEnd(sessionId);
  if (end === undefined) return undefined;
  let folders = [sessionFolder.folder(env)];
  for (let depth = 0; depth < DEEPEST; depth++) {
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
