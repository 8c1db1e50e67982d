import type { SessionRecord, TurnEndRecord } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { parseTeam } from '../team-file/parse-team.ts';
import { createCostLedger } from './cost-ledger.ts';
import { describeCost, formatUsd } from './describe-cost.ts';
import { type Prices, priceOf } from './prices.ts';
import { limitNotes, reachedLimit } from './reached-limit.ts';

const RECEIPT = { maxBytes: 1_000, usedBytes: 400, sections: [] } as unknown as TurnEndRecord['receipt'];

function ended(member: string, more: Partial<TurnEndRecord> = {}): TurnEndRecord {
  return {
    type: 'turn-end',
    turn: 't',
    member,
    status: 'completed',
    durationMs: 30_000,
    receipt: RECEIPT,
    at: 1,
    ...more,
  };
}

function sumsOf(...records: SessionRecord[]) {
  const ledger = createCostLedger();
  records.forEach(ledger.note);
  return ledger.sums();
}

const nameOf = (id: string) => id;

describe('the cost ledger of a session', () => {
  it('adds up known cost, tokens and time, per member and in total', () => {
    const sums = sumsOf(
      ended('sarah', { costUsd: 0.004, usage: { inputTokens: 100, outputTokens: 20 } }),
      ended('sarah', { costUsd: 0.0024, usage: { inputTokens: 10, outputTokens: 5 }, status: 'cancelled' }),
      ended('max', { costUsd: 0, usage: { inputTokens: 0, outputTokens: 0 } }),
    );
    expect(sums).toMatchObject({ turns: 3, tokens: 135, durationMs: 90_000, turnsOfUnknownCost: 0 });
    expect(sums.costUsd).toBeCloseTo(0.0064);
    expect(sums.members.get('max')).toMatchObject({ turns: 1, tokens: 0, turnsOfEstimatedTokens: 0 });
    expect(describeCost(sums, nameOf)).toBe('$0.0064');
  });

  it('shows members of unknown cost beside the known sum', () => {
    const sums = sumsOf(ended('sarah', { costUsd: 0.0064 }), ended('codex'), ended('gemini', { status: 'failed' }));
    expect(describeCost(sums, nameOf)).toBe('at least $0.0064 (codex and gemini report no cost)');
    expect(describeCost(sumsOf(ended('codex')), nameOf)).toBe('cost unknown (codex reports none)');
    expect(describeCost(sumsOf(ended('codex'), ended('sarah', { costUsd: 0 })), nameOf)).toBe(
      'at least $0 (codex reports no cost)',
    );
    const partly = sumsOf(ended('codex', { costUsd: 1 }), ended('codex'), ended('max'), ended('gemini'));
    expect(describeCost(partly, nameOf)).toBe('at least $1.00 (codex, max and gemini report no cost for some turns)');
    expect(describeCost(sumsOf(), nameOf)).toBe('$0');
  });

  it('counts a lost turn as unknown cost, although it has no receipt', () => {
    const error = { code: 'CTX_TURN_LOST', message: 'ctx was stopped.' } as const;
    const sums = sumsOf(ended('max', { status: 'unknown', receipt: undefined, durationMs: 0, error }));
    expect(describeCost(sums, nameOf)).toBe('cost unknown (max reports none)');
  });

  it('estimates tokens that were not reported, from prompt and answer', () => {
    const speaker = { roleId: 'max', roleName: 'Max', type: 'ai' } as const;
    const answer: SessionRecord = {
      type: 'message',
      message: { id: 'm', content: 'one two three four', speaker },
      turn: 't',
      at: 1,
    };
    const sums = sumsOf(answer, ended('max'));
    expect(sums.turnsOfEstimatedTokens).toBe(1);
    expect(sums.tokens).toBeGreaterThan(100);
    expect(sums.tokens).toBeLessThan(115);
  });

  it('counts no unknown cost for a turn that never ran', () => {
    const missing = ended('max', { status: 'failed', error: { code: 'CTX_AGENT_NOT_FOUND', message: 'x' } });
    expect(sumsOf(missing, ended('max', { receipt: undefined }))).toMatchObject({
      turnsOfUnknownCost: 0,
      turnsNotStarted: 2,
      tokens: 0,
    });
    expect(describeCost(sumsOf(missing), String)).toBe('');
    expect(describeCost(sumsOf(missing, ended('sarah', { costUsd: 0.5 })), String)).toBe('$0.5000');
  });
});

it('formatUsd writes small amounts with four decimals and others with two', () => {
  expect([0, 0.00412, 1.2].map(formatUsd)).toEqual(['$0', '$0.0041', '$1.20']);
});

describe('prices', () => {
  const prices: Prices = { 'gpt-5': { input: 10, cachedInput: 1, output: 100 }, plain: { input: 1, output: 2 } };

  it('turn tokens into a cost, with a price of its own for cached input', () => {
    const usage = { inputTokens: 1_000, cachedInputTokens: 400, outputTokens: 10 };
    expect(priceOf(prices, ['gpt-5'], usage)).toBeCloseTo((600 * 10 + 400 * 1 + 10 * 100) / 1e6);
    expect(priceOf(prices, [undefined, 'plain'], usage)).toBeCloseTo((1_000 + 20) / 1e6);
    expect(priceOf(prices, ['plain'], { inputTokens: 0, outputTokens: 0 })).toBe(0);
  });

  it('give no cost without a price for the model or without reported tokens', () => {
    expect(priceOf(prices, ['other'], { inputTokens: 1, outputTokens: 1 })).toBeUndefined();
    expect(priceOf(prices, ['toString'], { inputTokens: 1, outputTokens: 1 })).toBeUndefined();
    expect(priceOf(prices, ['plain'], undefined)).toBeUndefined();
    expect(priceOf(prices, ['plain'], { inputTokens: 1 })).toBeUndefined();
    expect(priceOf(undefined, ['plain'], { inputTokens: 1, outputTokens: 1 })).toBeUndefined();
  });
});

describe('limits', () => {
  const sums = sumsOf(ended('sarah', { costUsd: 1.5 }), ended('max'));

  it('are reached at exactly their value, and say how much was used', () => {
    expect(reachedLimit({ costUsd: 1.5 }, sums, nameOf)).toBe(
      'The limit of $1.50 (limits.costUsd) is reached: at least $1.50 (max reports no cost) so far.',
    );
    expect(reachedLimit({ tokens: 200 }, sums, nameOf)).toBe(
      'The limit of 200 tokens (limits.tokens) is reached: about 200 so far.',
    );
    expect(reachedLimit({ minutes: 1 }, sums, nameOf)).toBe(
      'The limit of 1 minute (limits.minutes) is reached: 1.0 so far.',
    );
  });

  it('are not reached below their value, nor when none is set', () => {
    expect(reachedLimit({ costUsd: 1.51, tokens: 201, minutes: 1.1 }, sums, nameOf)).toBeUndefined();
    expect(reachedLimit(undefined, sums, nameOf)).toBeUndefined();
  });

  it('on cost name the members whose cost is not counted', () => {
    const team = parseTeam(
      JSON.stringify({
        name: 't',
        limits: { costUsd: 1 },
        members: [
          { id: 'sarah', type: 'ai', agentType: 'claude' },
          { id: 'max', type: 'ai', agentType: 'codex', model: 'gpt-5' },
          { id: 'gina', displayName: 'Gina', type: 'ai', agentType: 'gemini' },
        ],
      }),
    );
    expect(limitNotes(team, { 'gpt-5': { input: 1, output: 1 } })).toEqual([
      expect.stringMatching(/^The limit of \$1\.00 does not count Gina: /),
    ]);
    expect(limitNotes(team, undefined)).toEqual([expect.stringContaining('does not count max, Gina')]);
    expect(limitNotes({ ...team, limits: { tokens: 5 } }, undefined)).toEqual([]);
  });
});
