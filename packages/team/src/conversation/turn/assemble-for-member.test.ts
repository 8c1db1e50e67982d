import type { ChunkedPrompt, ExplainedPrompt } from '@ctx/contract';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { quietContext, teamOf } from '../../__fixtures__/team-of.ts';
import { createMemberDirectory } from '../../members/member-directory.ts';
import { assembleForMember } from './assemble-for-member.ts';

describe('the prompt of a member', () => {
  const team = teamOf(['sarah']);
  const [member] = createMemberDirectory(team).agents;
  const context = quietContext();
  context.addMessage({ content: 'Grüß dich.', speaker: { roleId: 'alice', roleName: 'alice', type: 'human' } });

  it('is a string unless chunks are requested, and is typed accordingly', async () => {
    const text = await assembleForMember({ context, team }, member!);
    const same = await assembleForMember({ context, team }, member!, { format: 'string' });
    const chunks = await assembleForMember({ context, team }, member!, { format: 'chunks' });
    expectTypeOf(text).toEqualTypeOf<ExplainedPrompt>();
    expectTypeOf(same).toEqualTypeOf<ExplainedPrompt>();
    expectTypeOf(chunks).toEqualTypeOf<ChunkedPrompt>();
    expect(text.prompt).toBe('Grüß dich.');
    expect(same).toEqual(text);
    expect(Buffer.concat(chunks.prompt).toString()).toBe(text.prompt);
    expect(chunks.receipt).toEqual(text.receipt);
  });

  it('is typed as either form when the format is a variable', () => {
    const later = (format: 'string' | 'chunks') => assembleForMember({ context, team }, member!, { format });
    expectTypeOf(later).returns.resolves.toEqualTypeOf<ExplainedPrompt | ChunkedPrompt>();
  });
});
