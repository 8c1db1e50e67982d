import { link, mkdir, mkdtemp, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionMember, SessionStartRecord } from '@ctx/contract';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { fileError } from './__fixtures__/file-handle.ts';
import { isOwnSession, loadSessionKey, signSession, userFolder } from './session-key.ts';

// Other test files share this process: load the modules again, with the spies, and once more without them afterwards.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

// The real functions, except where a test makes one fail.
vi.mock('node:fs/promises', { spy: true });

const temporary = () => mkdtemp(join(tmpdir(), 'ctx-key-'));

async function folderWithKey(content: string): Promise<{ folder: string; path: string }> {
  const folder = await temporary();
  const path = join(folder, 'session.key');
  await writeFile(path, content);
  return { folder, path };
}

describe('the user’s folder', () => {
  it('is in XDG_CONFIG_HOME, else in ~/.config', () => {
    expect(userFolder({ XDG_CONFIG_HOME: join('/', 'settings') })).toBe(join('/', 'settings', 'ctx'));
    for (const env of [{}, { XDG_CONFIG_HOME: '' }]) expect(userFolder(env)).toBe(join(homedir(), '.config', 'ctx'));
  });
});

describe('the key', () => {
  it('is 32 bytes, written in hex', async () => {
    const { folder } = await folderWithKey('0a'.repeat(32));
    expect(await loadSessionKey(folder)).toEqual(Buffer.alloc(32, 10));
  });

  it('is created on first use, for its owner only, and stays the same', async () => {
    const folder = join(await temporary(), 'new', 'ctx');
    const key = await loadSessionKey(folder);
    expect(key).toHaveLength(32);
    expect(await readFile(join(folder, 'session.key'), 'utf8')).toBe(key.toString('hex'));
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'session.key'))).mode & 0o777).toBe(0o600);
    expect(await loadSessionKey(folder)).toEqual(key);
    expect(await readdir(folder)).toEqual(['session.key']);
    expect(await loadSessionKey(await temporary())).not.toEqual(key);
  });

  it('is only read from then on', async () => {
    const { folder } = await folderWithKey('0a'.repeat(32));
    await utimes(folder, 1, 1);
    await loadSessionKey(folder);
    expect((await stat(folder)).mtimeMs).toBe(1_000);
  });

  it('is the same for programs that create it at the same time', async () => {
    const folder = await temporary();
    const keys = await Promise.all(Array.from({ length: 4 }, () => loadSessionKey(folder)));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(await readdir(folder)).toEqual(['session.key']);
  });

  it('can be created on a file system without hard links', async () => {
    const folder = await temporary();
    vi.mocked(link).mockRejectedValueOnce(fileError('EPERM'));
    const key = await loadSessionKey(folder);
    expect(await loadSessionKey(folder)).toEqual(key);
    expect(await readdir(folder)).toEqual(['session.key']);
  });

  it.each([
    ['is too short', '0a'],
    ['is too long', '0a'.repeat(33)],
    ['begins with something else', `#${'0a'.repeat(32)}`],
    ['ends with something else', `${'0a'.repeat(32)}#`],
    ['is not hex', 'xy'.repeat(32)],
    ['is empty', ''],
  ])('that %s is refused, and not replaced', async (_what, content) => {
    const { folder, path } = await folderWithKey(content);
    await expect(loadSessionKey(folder)).rejects.toMatchObject({
      code: 'CTX_STORE_FAILED',
      message: `${path} does not hold a key of ctx. Delete it, and ctx will make a new one.`,
    });
    expect(await readFile(path, 'utf8')).toBe(content);
  });

  it('is never empty: a link that leads nowhere is refused', async () => {
    const folder = await temporary();
    const path = join(folder, 'session.key');
    await symlink(join(folder, 'nowhere'), path);
    await expect(loadSessionKey(folder)).rejects.toThrow(`${path} does not hold a key of ctx.`);
    expect(await readdir(folder)).toEqual(['session.key']);
  });

  it('that cannot be read is refused with the system’s own error', async () => {
    const folder = await temporary();
    const path = join(folder, 'session.key');
    await mkdir(path);
    await expect(loadSessionKey(folder)).rejects.toMatchObject({
      code: 'CTX_STORE_FAILED',
      message: expect.stringContaining(`The key ${path} cannot be used: EISDIR`),
      cause: { code: 'EISDIR' },
    });
  });
});

describe('a signature', () => {
  const key = Buffer.alloc(32, 10);
  const member: SessionMember = { id: 'a', name: 'Ann', type: 'ai', agentType: 'claude-code' };
  const start: SessionStartRecord = {
    type: 'session-start',
    version: 2,
    sessionId: 's',
    team: 'Crew',
    members: [member, { id: 'b', name: 'Bob', type: 'human' }],
    at: 1,
  };
  const signed = { ...start, hmac: signSession(start, key) };

  // A new form would make every session that was signed before a stranger's.
  it('has always the same form', () => {
    expect(signed.hmac).toBe('1785140ed68c9379ffa5e049243531b0af93899ed6d9f945be29a39a68bbb9d1');
    expect(isOwnSession(signed, key)).toBe(true);
  });

  it('does not match a session with another id, team or member', () => {
    const changes: Partial<SessionStartRecord>[] = [
      { sessionId: 't' },
      { team: 'Others' },
      { members: undefined },
      ...(['id', 'name', 'type', 'agentType'] as const).map((field) => ({
        members: [{ ...member, [field]: 'x' }, ...start.members!.slice(1)],
      })),
    ];
    for (const change of changes) expect(isOwnSession({ ...signed, ...change }, key)).toBe(false);
  });

  it('is the same for no members as for an empty list', () => {
    expect(signSession({ ...start, members: undefined }, key)).toBe(signSession({ ...start, members: [] }, key));
  });

  it('is needed: without one, or with one of another key, a session is not the user’s own', () => {
    expect(isOwnSession(start, key)).toBe(false);
    expect(isOwnSession({ ...start, hmac: 'short' }, key)).toBe(false);
    expect(isOwnSession(signed, Buffer.alloc(32, 11))).toBe(false);
  });
});
