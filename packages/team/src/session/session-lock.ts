import { randomUUID } from 'node:crypto';
import { link, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { CtxError } from '@ctx/contract';
import * as z from 'zod';
import { isGone, ownIdentity, type ProcessIdentity } from './process-identity.ts';

/** A lock that is held. */
export interface SessionLock {
  /** Releases the lock. A second call does nothing. */
  release(): Promise<void>;
}

const ownerSchema = z.object({
  pid: z.int().min(1),
  startTime: z.string().nullable(),
  boot: z.string().nullable(),
  pidNamespace: z.string().nullable(),
  host: z.string(),
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
 * Taking over is the difficult part: after this process finds a stale lock, another one may replace it first. So a stale
 * lock is only replaced while holding a second lock, named after the stale one's token, and only if the stale one is
 * still there. The second lock follows the same rules, so a crash at any point leaves nothing that needs cleaning up.
 * @throws CtxError `CTX_STORE_LOCKED` when a process that runs, or may run, holds it.
 */
export async function acquireSessionLock(path: string): Promise<SessionLock> {
  const self = ownIdentity();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const token = randomUUID();
    if (await create(path, { ...self, token })) return held(path, token);
    const holder = await readOwner(path);
    if (holder === 'missing') continue;
    if (holder !== 'unreadable') {
      const gone = isGone(holder, self);
      if (gone !== 'yes') throw locked(path, holder, gone);
    }
    const replaced = await replaceStale(path, holder, { ...self, token });
    if (replaced) return held(path, token);
    await sleep(RETRY_MS);
  }
  throw new CtxError('CTX_STORE_LOCKED', `The lock ${path} keeps changing its owner. Try again.`);
}

async function replaceStale(path: string, stale: Owner | 'unreadable', owner: Owner): Promise<boolean> {
  if (stale === 'unreadable' && !(await isOld(path))) return false;
  let guard: SessionLock;
  try {
    guard = await acquireSessionLock(`${path}.${stale === 'unreadable' ? 'unreadable' : stale.token}`);
  } catch (error) {
    if (CtxError.isInstance(error) && error.code === 'CTX_STORE_LOCKED') return false;
    throw error;
  }
  try {
    const now = await readOwner(path);
    const unchanged = now === 'unreadable' ? stale === 'unreadable' : tokenOf(now) === tokenOf(stale);
    if (!unchanged || now === 'missing') return false;
    const temporary = await writeTemporary(path, owner);
    await rename(temporary, path);
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

/** Creates the file together with its content. Returns false when there is one already. */
async function create(path: string, owner: Owner): Promise<boolean> {
  const temporary = await writeTemporary(path, owner);
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'EOPNOTSUPP') return await createDirectly(path, owner);
    throw error;
  } finally {
    await unlink(temporary).catch(() => {});
  }
}

async function createDirectly(path: string, owner: Owner): Promise<boolean> {
  try {
    await writeNew(path, owner);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function writeTemporary(path: string, owner: Owner): Promise<string> {
  const temporary = `${path}.${owner.token}.new`;
  await writeNew(temporary, owner);
  return temporary;
}

async function writeNew(path: string, owner: Owner): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(JSON.stringify(owner));
    await handle.sync();
  } catch (error) {
    await unlink(path).catch(() => {});
    throw error;
  } finally {
    await handle.close();
  }
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

function tokenOf(owner: Owner | 'missing' | 'unreadable'): string | undefined {
  return typeof owner === 'string' ? undefined : owner.token;
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
