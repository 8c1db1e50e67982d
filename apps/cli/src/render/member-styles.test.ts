import { parseTeam } from '@ctx/team';
import picocolors from 'picocolors';
import { describe, expect, it } from 'vitest';
import { createMemberStyles } from './member-styles.ts';

const { members } = parseTeam(
  JSON.stringify({
    name: 't',
    members: [
      { id: 'alice', displayName: 'Alice', type: 'human' },
      { id: 'sarah', type: 'ai', agentType: 'claude', maxBytes: 4_096 },
      { id: 'quinn', type: 'ai', agentType: 'qwen' },
      { id: 'api', type: 'ai', agentType: 'openai-api', model: 'm' },
      { id: 'own', type: 'ai', agentType: 'constructor', command: 'cat' },
    ],
  }),
);

describe('a member on the screen', () => {
  it('has its display name, and an unknown member its id', () => {
    const { name } = createMemberStyles(members, picocolors.createColors(false));
    expect([name('alice'), name('sarah'), name('nobody')]).toEqual(['Alice', 'sarah', 'nobody']);
  });

  it('has the name of its CLI or API, else its agent type; a human has none', () => {
    const { kind } = createMemberStyles(members, picocolors.createColors(false));
    expect(members.map(({ id }) => kind(id))).toEqual([
      '',
      'Claude Code, budget 4.0 KB',
      'Qwen Code',
      'OpenAI-compatible API',
      'constructor',
    ]);
  });

  it('has a colour of its own if it is an agent, and is bold if it is human', () => {
    const colors = picocolors.createColors(true);
    const { paint } = createMemberStyles(members, colors);
    expect(paint('alice', 'x')).toBe(colors.bold('x'));
    expect(new Set(['sarah', 'quinn', 'api', 'own'].map((id) => paint(id, 'x'))).size).toBe(4);
  });
});
