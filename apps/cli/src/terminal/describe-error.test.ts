import { CtxError } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { describeError } from './describe-error.ts';
import { UsageError } from './usage-error.ts';

describe('an error for a person', () => {
  it('is always one line', () => {
    const { text } = describeError(new CtxError('CTX_STORE_FAILED', 'first\nsecond \u001b[31m'));
    expect(text).toBe('ctx: first second ␛[31m');
  });

  it('has exit code 2 for usage, team files and unknown names, and 1 for the rest', () => {
    const codes = [
      new UsageError('x'),
      new CtxError('CTX_TEAM_FILE', 'x'),
      new CtxError('CTX_UNKNOWN_MEMBER', 'x'),
      new CtxError('CTX_STORE_LOCKED', 'x'),
      new Error('x'),
      'x',
    ];
    expect(codes.map((error) => describeError(error).exitCode)).toEqual([2, 2, 2, 1, 1, 1]);
  });

  it('names the flag that allows full access', () => {
    const error = new CtxError('CTX_PERMISSION_REFUSED', 'Refused: x. Pass allowFullAccess: true to accept it.');
    expect(describeError(error).text).toBe('ctx: Refused: x. To accept it: --allow-full.');
  });

  it('says how to see the stack of an unexpected error', () => {
    expect(describeError(new Error('oops')).text).toBe('ctx: oops (Set CTX_DEBUG=1 to see where.)');
  });
});
