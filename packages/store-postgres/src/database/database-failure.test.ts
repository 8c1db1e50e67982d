import { CtxError } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { databaseFailure, isBrokenConnection } from './database-failure.ts';

describe('isBrokenConnection', () => {
  it.each([
    ['a refused connection', { code: 'ECONNREFUSED' }, true],
    ['a server that stops', { code: '57P01' }, true],
    ['a server that starts', { code: '57P03' }, true],
    ['a connection failure by class', { code: '08006' }, true],
    ['a connection that ended in the middle', new Error('Connection terminated unexpectedly'), true],
    ['a pool that is used by too many', new Error('timeout exceeded when trying to connect'), true],
    ['a wrong password', { code: '28P01' }, false],
    ['a full disk', { code: '53100' }, false],
    ['a mistake in SQL', { code: '42601' }, false],
    ['nothing', undefined, false],
  ])('knows %s', (_what, error, expected) => {
    expect(isBrokenConnection(error)).toBe(expected);
  });
});

describe('databaseFailure', () => {
  it('says what to do where it is known, and passes our own errors through', () => {
    expect(databaseFailure({ code: '53100' }, 'postgres://db/ctx')).toMatchObject({
      code: 'CTX_STORE_FAILED',
      message:
        'The database postgres://db/ctx cannot be used: its disk is full; free some space, then resume the session.',
    });
    expect(databaseFailure(new Error('odd'), 'x').message).toContain('odd');
    const own = new CtxError('CTX_STORE_LOCKED', 'mine');
    expect(databaseFailure(own, 'x')).toBe(own);
  });
});
