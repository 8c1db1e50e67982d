import { CtxError } from '@ctx/contract';

const ADVICE: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; free some space, then resume the session',
  EDQUOT: 'the disk quota is used up; free some space, then resume the session',
  EACCES: 'this user may not write there; choose another folder or change its permissions',
  EPERM: 'this user may not write there; choose another folder or change its permissions',
  EROFS: 'the file system is read-only; choose another folder',
  ENOENT: 'there is no such file',
  EISDIR: 'there is a folder in its place',
  ENOTDIR: 'a part of its path is a file',
};

/** Turns a file system error into a CtxError that says what to do about it. A CtxError is returned unchanged. */
export function storeFailure(error: unknown, path: string): CtxError {
  if (CtxError.isInstance(error)) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const reason = ADVICE[code] ?? (error instanceof Error ? error.message : String(error));
  return new CtxError('CTX_STORE_FAILED', `The session log ${path} cannot be used: ${reason}.`, { cause: error });
}
