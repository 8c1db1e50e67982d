import { CtxError } from '@ctx/contract';
import { describe, expect, it, vi } from 'vitest';
import { createClaims } from './claims.ts';

describe('a claim', () => {
  it('is refused while another owner has one, and the error names that owner', () => {
    const claims = createClaims();
    claims.claim('first', 60_000);
    expect(() => claims.claim('second', 60_000)).toThrow(
      new CtxError('CTX_STORE_LOCKED', 'The session is claimed by first. Wait for it to end.'),
    );
  });

  it('is over as soon as its time has passed', () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(5);
    const claims = createClaims();
    claims.claim('first', 10);
    clock.mockReturnValue(14);
    expect(() => claims.claim('second', 10)).toThrow('The session is claimed by first.');
    clock.mockReturnValue(15);
    expect(claims.claim('second', 10)).toEqual({ epoch: 2 });
    clock.mockRestore();
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
