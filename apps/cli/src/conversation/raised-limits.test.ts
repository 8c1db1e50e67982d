import { parseTeam } from '@ctx/team';
import { describe, expect, it } from 'vitest';
import { withLimits } from './raised-limits.ts';

const members = [{ id: 'max', type: 'ai', agentType: 'codex' }];
const team = parseTeam(JSON.stringify({ name: 't', limits: { costUsd: 1, tokens: 100 }, members }));

describe('limits on the command line', () => {
  it('each replace the one in the team file', () => {
    expect(withLimits(team, {}).limits).toEqual({ costUsd: 1, tokens: 100 });
    expect(withLimits(team, { maxCost: 5, maxMinutes: 2 }).limits).toEqual({ costUsd: 5, tokens: 100, minutes: 2 });
  });
});
