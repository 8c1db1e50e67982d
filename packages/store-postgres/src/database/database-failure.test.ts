import { CtxError } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { databaseFailure, isBrokenConnection } from './database-failure.ts';

describe('isBrokenConnection', () => {
  it.each([
    ['a refused connection', true, { code: 'ECONNREFUSED' }],
    ['a server that is shutting down', true, { code: '57P01' }],
    ['a server that is starting up', true, { code: '57P03' }],
    ['any error code of class 08', true, { code: '08006' }],
    ['a connection that ended during a statement', true, new Error('Connection terminated unexpectedly')],
    ['a pool without a free connection', true, new Error('timeout exceeded when trying to connect')],
    ['a wrong password', false, { code: '28P01' }],
    ['a full disk', false, { code: '53100' }],
    ['a mistake in SQL', false, { code: '42601' }],
    ['undefined', false, undefined],
  ])('for %s is %s', (_what, expected, error) => {
    expect(isBrokenConnection(error)).toBe(expected);
  });
});

describe('databaseFailure', () => {
  it('says what to do about known causes and returns our own errors unchanged', () => {
    expect(databaseFailure({ code: '53100' }, 'postgres://db/ctx')).toMatchObject({
      code: 'CTX_STORE_FAILED',
      message:
        'The database postgres://db/ctx cannot be used: its disk is full; free some space, then resume the session.',
    });
    expect(databaseFailure({ code: 'ECONNREFUSED' }, 'x').message).toMatch(/nothing listens there; .* right\.$/);
    expect(databaseFailure(new Error('odd'), 'x').message).toContain('odd');
    const own = new CtxError('CTX_STORE_LOCKED', 'mine');
    expect(databaseFailure(own, 'x')).toBe(own);
  });
});
