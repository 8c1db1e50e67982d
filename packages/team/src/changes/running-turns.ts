import { randomUUID } from 'node:crypto';
import { constants, rmSync } from 'node:fs';
import { open, readdir, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { makeFolder } from '../session/make-folder.ts';
import { isGone, ownIdentity, processIdentitySchema } from '../session/process-identity.ts';
import { createWholeFile } from '../session/whole-file.ts';
import type { WorkTree } from './find-work-tree.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A turn, as it is named to others that run in the same work tree. */
export interface NamedTurn {
  readonly id: string;
  readonly sessionId: string;
}

/** A turn whose file says that it runs. */
export interface AnnouncedTurn {
  /** All other turns that ran in the same work tree since this one began, of any process. */
  others(): Promise<readonly NamedTurn[]>;
  /** Removes the file. A second call does nothing. */
  leave(): void;
}

const turnSchema = z.object({ id: z.string(), sessionId: z.string() });
const ownerSchema = turnSchema.extend(processIdentitySchema.shape);

/**
 * Tells all conversations of this user that a turn runs in a work tree. Each running turn has one file in the user's own
 * folder, which members cannot write to: its first line says whose it is; each turn that begins later adds a line. Files of
 * processes that are gone are removed.
 */
export async function announceTurn(tree: WorkTree, userFolder: string, turn: NamedTurn): Promise<AnnouncedTurn> {
  const folder = join(userFolder, 'running');
  await makeFolder(folder);
  const { id, sessionId } = turn;
  const self = ownIdentity();
  const name = `${tree.id}-${randomUUID()}`;
  const path = join(folder, name);
  await createWholeFile(path, `${JSON.stringify({ id, sessionId, ...self })}\n`);
  const present: NamedTurn[] = [];
  // Announced first, then looked: of two that begin at once, each sees the other.
  for (const other of await readdir(folder)) {
    if (!other.startsWith(`${tree.id}-`) || other.endsWith('.new') || other === name) continue;
    const otherPath = join(folder, other);
    const [first = ''] = await readLines(otherPath);
    const owner = ownerSchema.safeParse(jsonOf(first)).data;
    if (owner === undefined) continue;
    if (await isOver(otherPath, isGone(owner, self))) await unlink(otherPath).catch(() => {});
    else {
      present.push(owner);
      await addLine(otherPath, `${JSON.stringify({ id, sessionId })}\n`);
    }
  }
  return {
    async others() {
      const [, ...later] = await readLines(path);
      const all = [...present, ...later.flatMap((line) => turnSchema.safeParse(jsonOf(line)).data ?? [])];
      return [...new Map(all.map((other) => [JSON.stringify([other.sessionId, other.id]), other])).values()];
    },
    leave: () => rmSync(path, { force: true }),
  };
}

// Of another machine or container that shares the folder, nobody can tell. No turn takes a day.
async function isOver(path: string, gone: ReturnType<typeof isGone>): Promise<boolean> {
  if (gone !== 'unknown') return gone === 'yes';
  const { mtimeMs } = (await stat(path).catch(() => undefined)) ?? {};
  return mtimeMs === undefined || Date.now() - mtimeMs > DAY_MS;
}

async function readLines(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

async function addLine(path: string, line: string): Promise<void> {
  try {
    // Without O_CREAT: if that turn has just ended, there is nobody to tell.
    const handle = await open(path, constants.O_WRONLY | constants.O_APPEND);
    await handle.appendFile(line).finally(() => handle.close());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
