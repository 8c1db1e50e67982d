import { CtxError } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { errorWithJson } from './error-with-json.ts';

const json = (thrown: unknown) => JSON.parse(JSON.stringify(errorWithJson(thrown)));

describe('the error of an event', () => {
  it('is the one that was thrown, and says in JSON what went wrong', () => {
    const error = new CtxError('CTX_STORE_FAILED', 'The disk is full.');
    expect(errorWithJson(error)).toBe(error);
    expect(json(error)).toEqual({ code: 'CTX_STORE_FAILED', message: 'The disk is full.' });
    expect(json(errorWithJson(error))).toEqual({ code: 'CTX_STORE_FAILED', message: 'The disk is full.' });
    expect(json(new Error('not permitted'))).toEqual({ message: 'not permitted' });
  });

  it('is a new one for what is frozen or no error', () => {
    const frozen = Object.freeze(new CtxError('CTX_STORE_FAILED', 'The disk is full.'));
    expect(errorWithJson(frozen)).toMatchObject({
      code: 'CTX_STORE_FAILED',
      message: 'The disk is full.',
      cause: frozen,
    });
    expect(json(frozen)).toEqual({ code: 'CTX_STORE_FAILED', message: 'The disk is full.' });
    for (const thrown of ['no', null, undefined, 7]) expect(json(thrown)).toEqual({ message: String(thrown) });
  });

  it('keeps a JSON of its own', () => {
    expect(json(Object.assign(new Error('no'), { toJSON: () => 'own' }))).toBe('own');
  });
});
