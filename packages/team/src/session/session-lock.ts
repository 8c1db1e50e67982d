import { randomUUID } from 'node:crypto';
import { readFile, stat, unlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { CtxError } from '@ctx/contract';
import * as z from 'zod';
import { isGone, ownIdentity, type ProcessIdentity, processIdentitySchema } from './process-identity.ts';
import { createWholeFile, replaceFile } from './whole-file.ts';

/** A lock that is held. */
export interface SessionLock {
  /** Releases the lock. A second call does nothing. */
  release(): Promise<void>;
}

const ownerSchema = processIdentitySchema.extend({
  token: z.string().regex(/^[0-9a-f-]{36}$/),
});

type Owner = z.infer<typeof ownerSchema>;

// A lock file appears together with its content, so one that cannot be read was left by a crashed machine. On a file
// system without hard links it is empty for a moment; that is why it must be this old.
const UNREADABLE_IS_STALE_AFTER_MS = 5_000;
const MAX_ATTEMPTS = 200;
const RETRY_MS = 10;

/**
 * Creates the lock file at `path`, or takes it over from a process that has ended.
 *
 * Taking over is the difficult part: after this process finds a stale lock, another one may replace it first. So a
 * stale lock is only replaced while holding a second lock, named after the stale one's token, and only if the stale one
 * is still there. The second lock follows the same rules, so a crash at any point leaves nothing that needs cleaning
 * up.
 * @throws CtxError `CTX_STORE_LOCKED` when a process that runs, or may run, holds it.
 */
export async function acquireSessionLock(path: string): Promise<SessionLock> {
  const self = ownIdentity();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const token = randomUUID();
    const content = JSON.stringify({ ...self, token } satisfies Owner);
    if (await createWholeFile(path, content)) return held(path, token);
    const holder = await readOwner(path);
    if (holder === 'missing') continue;
    if (holder !== 'unreadable') {
      const gone = isGone(holder, self);
      if (gone !== 'yes') throw locked(path, holder, gone);
    }
    if (await replaceStale(path, holder, content)) return held(path, token);
    await sleep(RETRY_MS);
  }
  throw new CtxError(
    'CTX_STORE_LOCKED',
    `The lock ${path} is damaged, or others are taking it. Try again in a few seconds.`,
  );
}

/** Whether a process that runs, or may run, holds the lock at `path`. */
export async function isLocked(path: string): Promise<boolean> {
  const holder = await readOwner(path);
  if (typeof holder !== 'string') return isGone(holder, ownIdentity()) !== 'yes';
  return holder === 'unreadable' && !(await isOld(path));
}

async function replaceStale(path: string, stale: Owner | 'unreadable', content: string): Promise<boolean> {
  if (stale === 'unreadable' && !(await isOld(path))) return false;
  let guard: SessionLock;
  try {
    guard = await acquireSessionLock(`${path}.${tokenOf(stale)}`);
  } catch (error) {
    // Another process is replacing it.
    if (CtxError.isInstance(error)) return false;
    throw error;
  }
  try {
    if (tokenOf(await readOwner(path)) !== tokenOf(stale)) return false;
    await replaceFile(path, content);
    return true;
  } finally {
    await guard.release();
  }
}

function held(path: string, token: string): SessionLock {
  let released = false;
  return {
    async release() {
      if (released) return;
      released = true;
      // The file may have been deleted by hand and taken by another process since.
      if (tokenOf(await readOwner(path)) === token) await unlink(path).catch(() => {});
    },
  };
}

async function readOwner(path: string): Promise<Owner | 'missing' | 'unreadable'> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'missing';
    throw error;
  }
  try {
    return ownerSchema.parse(JSON.parse(text));
  } catch {
    return 'unreadable';
  }
}

async function isOld(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs > UNREADABLE_IS_STALE_AFTER_MS;
}

function tokenOf(owner: Owner | 'missing' | 'unreadable'): string {
  return typeof owner === 'string' ? owner : owner.token;
}

function locked(path: string, holder: ProcessIdentity, gone: 'no' | 'unknown'): CtxError {
  const who = `process ${holder.pid} on ${holder.host}`;
  return new CtxError(
    'CTX_STORE_LOCKED',
    gone === 'no'
      ? `The session is in use by ${who}. Wait for it to end, or start another session.`
      : `The session is in use by ${who}, which cannot be checked from here. If it has ended, delete ${path}.`,
  );
}
