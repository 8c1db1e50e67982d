import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CtxError, type SessionStartRecord } from '@ctx/contract';
import { createWholeFile } from './whole-file.ts';

const KEY_BYTES = 32;

/** The user's own folder for ctx: `$XDG_CONFIG_HOME/ctx`, else `~/.config/ctx`. */
export function userFolder(env: Readonly<Record<string, string | undefined>> = process.env): string {
  return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'ctx');
}

/**
 * The key that signs sessions as this user's own, from the user's folder. It is created on first use.
 * @throws CtxError `CTX_STORE_FAILED` when it cannot be read or created.
 */
export async function loadSessionKey(folder: string = userFolder()): Promise<Buffer> {
  const path = join(folder, 'session.key');
  try {
    const known = await readKey(path);
    if (known !== undefined) return known;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const key = randomBytes(KEY_BYTES);
    // Two programs that do this at the same time end up with the same key.
    if (await createWholeFile(path, key.toString('hex'))) return key;
    const other = await readKey(path);
    if (other === undefined) throw notAKey(path);
    return other;
  } catch (cause) {
    if (CtxError.isInstance(cause)) throw cause;
    throw new CtxError('CTX_STORE_FAILED', `The key ${path} cannot be used: ${(cause as Error).message}`, { cause });
  }
}

/** The signature (HMAC-SHA-256, hex) of a session's id, team and members. */
export function signSession(start: SessionStartRecord, key: Uint8Array): string {
  const { sessionId, team, members = [] } = start;
  const signed = members.map(({ id, name, type, agentType }) => [id, name, type, agentType ?? null]);
  return createHmac('sha256', key)
    .update(JSON.stringify([sessionId, team, signed]))
    .digest('hex');
}

/** Whether a session was signed with this key. The signature does not cover the records after the first one. */
export function isOwnSession(start: SessionStartRecord, key: Uint8Array): boolean {
  const expected = Buffer.from(signSession(start, key));
  const found = Buffer.from(start.hmac ?? '');
  return found.length === expected.length && timingSafeEqual(found, expected);
}

async function readKey(path: string): Promise<Buffer | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (/^[0-9a-f]{64}$/.test(text)) return Buffer.from(text, 'hex');
  throw notAKey(path);
}

function notAKey(path: string): CtxError {
  return new CtxError(
    'CTX_STORE_FAILED',
    `${path} does not hold a key of ctx. Delete it, and ctx will make a new one.`,
  );
}
