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

  it('has the name of its program, CLI or API; a human has none', () => {
    const { kind } = createMemberStyles(members, picocolors.createColors(false));
    expect(members.map(({ id }) => kind(id))).toEqual([
      '',
      'Claude Code, budget 4.0 KB',
      'Qwen Code',
      'OpenAI-compatible API',
      'cat',
    ]);
  });

  it('has a colour of its own if it is an agent, and is bold if it is human', () => {
    const colors = picocolors.createColors(true);
    const { paint } = createMemberStyles(members, colors);
    expect(paint('alice', 'x')).toBe(colors.bold('x'));
    expect(new Set(['sarah', 'quinn', 'api', 'own'].map((id) => paint(id, 'x'))).size).toBe(4);
  });
});

it('the kind of a member that is a command is its program, cut to a line', () => {
  const { members } = parseTeam(`name: crew
members:
  - { id: max, type: ai, agentType: command, command: [/usr/bin/node, writer.mjs] }
  - { id: echo, type: ai, agentType: command, command: [sh, -c, "cat > /dev/null; echo a long line of text"] }
`);
  const { kind } = createMemberStyles(members, picocolors.createColors(false));
  expect([kind('max'), kind('echo')]).toEqual(['node writer.mjs', 'sh -c cat > /dev/null; echo a long line…']);
});
