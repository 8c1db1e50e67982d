import type { CostSum, SessionCosts } from '@ctx/team';
import { parseTeam } from '@ctx/team';
import { describe, expect, it } from 'vitest';
import { costLine, costLines } from './cost-lines.ts';

const team = parseTeam(
  JSON.stringify({
    name: 't',
    members: [
      { id: 'sarah', displayName: 'Sarah', type: 'ai', agentType: 'claude' },
      { id: 'max', displayName: 'Max', type: 'ai', agentType: 'codex' },
    ],
  }),
);
const sum = (more: Partial<CostSum>): CostSum => ({
  turns: 1,
  costUsd: 0,
  turnsOfUnknownCost: 0,
  turnsNotStarted: 0,
  tokens: 1_200,
  turnsOfEstimatedTokens: 0,
  durationMs: 2_000,
  ...more,
});
const sarah = sum({ turns: 2, costUsd: 0.0064 });
const max = sum({ turnsOfUnknownCost: 1, turnsOfEstimatedTokens: 1 });
const all: SessionCosts = {
  ...sum({
    turns: 3,
    costUsd: 0.0064,
    turnsOfUnknownCost: 1,
    tokens: 2_400,
    turnsOfEstimatedTokens: 1,
    durationMs: 4_000,
  }),
  members: new Map([
    ['sarah', sarah],
    ['max', max],
  ]),
};

describe('the cost of a session', () => {
  it('is one line with the known sum and the members of unknown cost', () => {
    expect(costLine(all, team)).toBe('at least $0.0064 (Max reports no cost)');
    expect(costLine({ ...sum({ turns: 0 }), members: new Map() }, team)).toBe('');
  });

  it('is not told for turns that did not start', () => {
    const notStarted = sum({ turnsNotStarted: 1, tokens: 0, durationMs: 0 });
    const costs = { ...notStarted, members: new Map([['max', notStarted]]) };
    expect(costLine(costs, team)).toBe('');
    expect(costLines(costs, team)).toEqual(['Max: 1 turn · not started · 0.0 s']);
  });

  it('is one line per member, and one for all', () => {
    expect(costLines(all, team)).toEqual([
      'Sarah: 2 turns · 1,200 tokens · $0.0064 · 2.0 s',
      'Max: 1 turn · about 1,200 tokens · cost unknown · 2.0 s',
      'all: 3 turns · about 2,400 tokens · at least $0.0064 (Max reports no cost) · 4.0 s',
    ]);
  });
});
