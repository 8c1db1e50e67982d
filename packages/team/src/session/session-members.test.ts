import { expect, it } from 'vitest';
import { teamOf } from '../__fixtures__/team-of.ts';
import { sessionMembers } from './session-members.ts';

it('a session’s first record has the members of the team, and for those that are programs the type of agent', () => {
  const { members } = teamOf(['sarah']);
  const [alice, sarah] = members.map(({ label }) => label);
  expect(sessionMembers({ members })).toEqual([
    { id: 'alice', name: alice, type: 'human', agentType: undefined },
    { id: 'sarah', name: sarah, type: 'ai', agentType: 'claude-code' },
  ]);
  const notes = members.map((member) => ({ ...member, agentType: 'claude-code' as const }));
  expect(sessionMembers({ members: notes })[0]).toEqual({ id: 'alice', name: alice, type: 'human' });
});
