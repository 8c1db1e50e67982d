import { CtxError } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { fileError } from './__fixtures__/file-handle.ts';
import { storeFailure } from './store-failure.ts';

describe('an error of the file system', () => {
  it.each([
    ['ENOSPC', 'the disk is full; free some space, then resume the session'],
    ['EDQUOT', 'the disk quota is used up; free some space, then resume the session'],
    ['EACCES', 'this user may not write there; choose another folder or change its permissions'],
    ['EPERM', 'this user may not write there; choose another folder or change its permissions'],
    ['EROFS', 'the file system is read-only; choose another folder'],
    ['ENOENT', 'there is no such file'],
    ['EISDIR', 'there is a folder in its place'],
    ['ENOTDIR', 'a part of its path is a file'],
    ['EIO', 'EIO: made up by a test'],
  ])('%s becomes: %s', (code, reason) => {
    const cause = fileError(code);
    expect(storeFailure(cause, '/s.jsonl')).toMatchObject({
      code: 'CTX_STORE_FAILED',
      message: `The session log /s.jsonl cannot be used: ${reason}.`,
      cause,
    });
  });
});

describe('another error', () => {
  it.each([
    ['without a code', new TypeError('no number')],
    ['that is not an Error', 'no number'],
  ])('%s gives its text as the reason', (_what, error) => {
    expect(storeFailure(error, '/s.jsonl').message).toBe('The session log /s.jsonl cannot be used: no number.');
  });

  it('of ctx stays as it is', () => {
    const error = new CtxError('CTX_STORE_LOCKED', 'In use.');
    expect(storeFailure(error, '/s.jsonl')).toBe(error);
  });
});
