import { CtxError } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { createClaims } from './claims.ts';

describe('a claim', () => {
  it('is refused while another owner has one, and the error names that owner', () => {
    const claims = createClaims();
    claims.claim('first', 60_000);
    expect(() => claims.claim('second', 60_000)).toThrow(
      new CtxError('CTX_STORE_LOCKED', 'The session is claimed by first. Wait for it to end.'),
    );
  });

  it('that was replaced is over, and the error says which is the newest', () => {
    const claims = createClaims();
    const { epoch } = claims.claim('first', -1);
    expect(claims.claim('second', 60_000)).toEqual({ epoch: epoch + 1 });
    expect(() => claims.require(epoch)).toThrow(
      new CtxError('CTX_STORE_CONFLICT', 'The claim 1 on the session is over; the newest is 2. Resume the session.'),
    );
  });
});
