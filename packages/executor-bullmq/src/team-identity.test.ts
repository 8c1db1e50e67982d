import { describe, expect, it } from 'vitest';
import { describeWorkers } from './executor/describe-workers.ts';
import { identifyTeam, poolAgentType, poolName } from './team-identity.ts';
import { requirePositive, workerPools } from './worker/worker-pools.ts';

const member = { id: 'sarah', type: 'ai', agentType: 'claude-code', args: ['--x'], model: undefined, cwd: '/a/b/src' };
const team = { file: '/a/b/ctx.team.yaml', members: [{ id: 'kim', type: 'human' }, member] };

describe('the identity of a team', () => {
  it('is the same for the same file in another folder', () => {
    const elsewhere = { file: '/c/ctx.team.yaml', members: [{ ...member, cwd: '/c/src' }] };
    expect(identifyTeam(elsewhere)).toEqual(identifyTeam(team));
  });

  it('does not depend on the order of keys, on undefined values or on humans', () => {
    const { args, model: _model, ...rest } = member;
    expect(identifyTeam({ file: team.file, members: [{ args, ...rest } as never] })).toEqual(identifyTeam(team));
  });

  it.each([
    ['an argument', { args: ['--y'] }],
    ['a folder outside the team folder', { cwd: '/a/bc/src' }],
    ['a setting unknown to this package', { permissions: 'full' }],
    ['the agent type', { agentType: 'openai-codex' }],
  ])('changes with %s', (_what, change) => {
    const other = identifyTeam({ ...team, members: [{ ...member, ...change }] });
    expect(other.hash).not.toBe(identifyTeam(team).hash);
    expect(other.agents.get('sarah')!.hash).not.toBe(identifyTeam(team).agents.get('sarah')!.hash);
  });

  it('gives a pool name without ":" that contains the agent type', () => {
    const pool = poolName(identifyTeam(team), 'my:own.agent');
    expect(pool).not.toContain(':');
    expect(poolAgentType(pool)).toBe('my:own.agent');
  });
});

describe('the pools of a worker', () => {
  it('are one for each agent type it can run; by default all types of the team', () => {
    const identity = identifyTeam(team);
    expect(workerPools(identity, undefined)).toEqual([poolName(identity, 'claude-code')]);
    expect(() => workerPools(identity, ['openai-codex'])).toThrow(
      /no agent of type openai-codex; the team has claude-code/,
    );
    expect(() => workerPools(identifyTeam({ members: [] }), undefined)).toThrow(RangeError);
  });
});

describe('the options of a worker', () => {
  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('refuse a concurrency of %s', (concurrency) => {
    expect(() => requirePositive({ concurrency })).toThrow(/concurrency must be a number above 0/);
  });
});

describe('the warning about a queued turn', () => {
  const pool = poolName(identifyTeam(team), 'claude-code');
  it('says whether a worker or the right team file is missing; there is none if workers are just busy', () => {
    expect(describeWorkers([], pool, 'claude-code')).toMatch(/No worker runs claude-code/);
    expect(describeWorkers(['ctx.claude-code.0123'], pool, 'claude-code')).toMatch(/have another team file/);
    expect(describeWorkers([pool], pool, 'claude-code')).toBeUndefined();
  });
});
