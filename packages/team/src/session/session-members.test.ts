import { expect, it } from 'vitest';
import { teamOf } from '../__fixtures__/team-of.ts';
import { sessionMembers } from './session-members.ts';

it('a session’s first record lists the members of the team, with the agent type of those that are agents', () => {
  const { members } = teamOf(['sarah']);
  const [alice, sarah] = members.map(({ label }) => label);
  expect(sessionMembers({ members })).toEqual([
    { id: 'alice', name: alice, type: 'human', agentType: undefined },
    { id: 'sarah', name: sarah, type: 'ai', agentType: 'claude-code' },
  ]);
  const allWithType = members.map((member) => ({ ...member, agentType: 'claude-code' as const }));
  expect(sessionMembers({ members: allWithType })[0]).toEqual({ id: 'alice', name: alice, type: 'human' });
});
