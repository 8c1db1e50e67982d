import { describe, expect, it } from 'vitest';
import { quietContext, teamOf } from '../../__fixtures__/team-of.ts';
import { createMemberDirectory } from '../../members/member-directory.ts';
import { readPromptSettings } from '../turn/prompt-settings.ts';
import { fullPrompt } from './full-prompt.ts';

const ALICE = { roleId: 'alice', roleName: 'alice', type: 'human' } as const;

describe('a full prompt', () => {
  it('is built even when the instructions need nearly all of the budget, and messages are left out', async () => {
    const team = teamOf(['sarah']);
    const [sarah] = createMemberDirectory(team).agents;
    const member = { ...sarah!, systemInstruction: 'x'.repeat(950), maxBytes: 1_000 };
    const context = quietContext({ contextWindowSize: Number.POSITIVE_INFINITY });
    for (const content of ['a'.repeat(40), 'Short.', 'Go.']) context.addMessage({ content, speaker: ALICE });
    const settings = await readPromptSettings({ team, context }, member);
    const { prompt, keepFrom } = fullPrompt({ context, member, settings }, {}, undefined);
    expect(prompt.receipt.context).toMatchObject({ kept: 1, dropped: 1 });
    expect(keepFrom).toBeUndefined();
  });
});
