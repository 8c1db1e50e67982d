import { estimatedTokens } from '@ctx/tokens';
import { describe, expect, it } from 'vitest';
import { parseTeam } from '../team-file/parse-team.ts';
import { createTeamContext } from './team-context.ts';
import { assembleForMember } from './turn/assemble-for-member.ts';

const ALICE = { roleId: 'alice', roleName: 'Alice', type: 'human' } as const;

function teamWith(fields: object = {}) {
  const agent = { id: 'sarah', type: 'ai', agentType: 'command', command: 'sarah', ...fields };
  return parseTeam(JSON.stringify({ name: 'test', briefing: false, members: [{ id: 'alice', type: 'human' }, agent] }));
}

async function promptAfter(count: number, fields: object = {}, options: object = {}) {
  const team = teamWith(fields);
  const context = createTeamContext({ team, ...options });
  for (let index = 1; index <= count; index++) context.addMessage({ content: `Fact ${index}.`, speaker: ALICE });
  const member = team.members[1]!;
  if (member.type !== 'ai') throw new Error('sarah is an agent');
  return assembleForMember({ context, team }, member);
}

describe('what a member of a team sees', () => {
  it('is the whole conversation, as far as the token budget allows', async () => {
    const { prompt, receipt } = await promptAfter(200);
    expect(prompt).toContain('Fact 1.\n');
    expect(receipt.context).toMatchObject({ offered: 199, kept: 199, dropped: 0 });
    expect(receipt.tokens).toMatchObject({ max: 64_000, counter: estimatedTokens.id, exact: false });
    expect(receipt.maxBytes).toBe(786_432);
  });

  it('is limited by the budget in the team file', async () => {
    const { receipt } = await promptAfter(200, { maxTokens: 100 });
    expect(receipt.tokens).toMatchObject({ max: 100 });
    expect(receipt.context!.dropped).toBeGreaterThan(150);
  });

  it('is limited to windowSize messages, and the receipt counts the others', async () => {
    const { receipt } = await promptAfter(200, { windowSize: 5 });
    expect(receipt.context).toMatchObject({ offered: 5, kept: 5, outside: 194 });
  });

  it('can be limited for the whole team', async () => {
    const { receipt } = await promptAfter(200, {}, { contextWindowSize: 7, maxTokens: undefined });
    expect(receipt.context).toMatchObject({ offered: 7 });
    expect(receipt.tokens).toBeUndefined();
  });

  it('is counted in tokens when the member has a token budget, even if the context has no counter', async () => {
    const context = { maxTokens: undefined, tokenCounter: undefined };
    const { receipt } = await promptAfter(200, { maxTokens: 100 }, context);
    expect(receipt.tokens).toMatchObject({ max: 100, counter: estimatedTokens.id });
  });
});
