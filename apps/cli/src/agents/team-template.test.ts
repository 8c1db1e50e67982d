import { AGENT_CLIS } from '@ctx/agent-runner';
import { parseTeam } from '@ctx/team';
import { describe, expect, it } from 'vitest';
import { teamTemplate } from './team-template.ts';

const subsets = [1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 63].map((bits) =>
  AGENT_CLIS.filter((_, index) => bits & (1 << index)),
);

describe('the team file of ctx init', () => {
  it.each(subsets.map((clis) => [clis.map(({ agentType }) => agentType).join(', '), clis] as const))(
    'is a valid team of %s and a human',
    (_names, clis) => {
      const team = parseTeam(teamTemplate(clis));
      expect(team.members.map(({ id }) => id)).toEqual(['you', ...clis.map(({ agentType }) => agentType)]);
      for (const member of team.members) {
        if (member.type === 'ai') expect(member).toMatchObject({ permissions: 'read-only', args: [], env: [] });
      }
    },
  );

  it('begins with the address of the schema, if there is one', () => {
    const text = teamTemplate(AGENT_CLIS, './node_modules/@ctx/team/schema.json');
    expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=./node_modules/@ctx/team/schema.json');
    expect(parseTeam(text)).toEqual(parseTeam(teamTemplate(AGENT_CLIS)));
    expect(teamTemplate(AGENT_CLIS)).not.toContain('schema');
  });

  it('names the command that allows full access', () => {
    expect(teamTemplate(AGENT_CLIS)).toContain('full (needs ctx chat --allow-full)');
  });

  it('gives every agent a role that needs only read access', () => {
    const team = parseTeam(teamTemplate(AGENT_CLIS));
    const agents = team.members.filter((member) => member.type === 'ai');
    expect(agents.map(({ permissions }) => permissions)).toEqual(agents.map(() => 'read-only'));
    for (const { role, systemInstruction } of agents) {
      expect(role).toMatch(/^[a-z].*[a-z]$/);
      expect(role).not.toMatch(/\b(writes?|edits?|fix(es)?|mends?|runs?|tries|builds?)\b/);
      expect(systemInstruction).toBeUndefined();
    }
    expect(team).toMatchObject({ briefing: true });
  });
});
