import { describe, expect, it } from 'vitest';
import { changedLimits, limitsInForce } from './limits-in-force.ts';

describe('the limits of a session', () => {
  it('are those given for it, each in place of the one in the team', () => {
    expect(limitsInForce({ tokens: 5 }, { costUsd: 1, tokens: 10 })).toEqual({ costUsd: 1, tokens: 5 });
    expect(limitsInForce(undefined, undefined)).toEqual({});
  });

  it.each([
    ['holds while nothing changes', { tokens: 5 }, { tokens: 10 }, undefined, { tokens: 10 }, { tokens: 5 }],
    ['holds if the team never had one', { tokens: 5 }, {}, undefined, {}, { tokens: 5 }],
    ['holds if the team no longer has one', { tokens: 5 }, { tokens: 10 }, undefined, {}, { tokens: 5 }],
    ['is replaced by a given one', { tokens: 5 }, { tokens: 10 }, { tokens: 7 }, { tokens: 10 }, { tokens: 7 }],
    ['is replaced by a new one in the team', { tokens: 5 }, {}, undefined, { tokens: 9 }, { tokens: 9 }],
    [
      'is replaced by a changed one in the team',
      { tokens: 5 },
      { tokens: 10 },
      undefined,
      { tokens: 4 },
      { tokens: 4 },
    ],
    ['of the team is lifted there', { minutes: 5 }, { minutes: 5 }, undefined, {}, {}],
  ])('a limit %s', (_what, limits, teamLimits, given, ofTeam, expected) => {
    expect(limitsInForce(given, ofTeam, { limits, teamLimits })).toEqual(expected);
  });

  it.each([Number.POSITIVE_INFINITY, Number.NaN, -1, 0])('refuse %d, which the log could not hold', (costUsd) => {
    const refusal = `limits.costUsd must be a finite number above 0, got ${costUsd}. Leave it out for no limit.`;
    expect(() => limitsInForce({ costUsd })).toThrow(new RangeError(refusal));
    expect(() => limitsInForce({}, { costUsd })).toThrow(RangeError);
  });

  it('refuse a name that does not exist', () => {
    expect(() => limitsInForce({ cost: 5 } as never)).toThrow(new TypeError('Unknown option "cost"'));
  });

  it('are written only if they differ from the log', () => {
    const [written] = changedLimits({ tokens: 5 }, { tokens: 10 });
    expect(written).toMatchObject({ type: 'limits', limits: { tokens: 5 }, teamLimits: { tokens: 10 } });
    expect(changedLimits({ tokens: 5 }, { tokens: 10 }, written)).toEqual([]);
    expect(changedLimits({ tokens: 6 }, { tokens: 10 }, written)).toHaveLength(1);
    expect(changedLimits({ tokens: 5 }, undefined, written)).toHaveLength(1);
    expect(changedLimits({}, undefined)).toEqual([]);
  });
});
