import { parseTeam } from '@ctx/team';
import picocolors from 'picocolors';
import { expect, it } from 'vitest';
import { createMemberStyles } from './member-styles.ts';

it('the kind of a member that is a command is its program, cut to a line', () => {
  const { members } = parseTeam(`name: crew
members:
  - { id: max, type: ai, agentType: command, command: [/usr/bin/node, writer.mjs] }
  - { id: echo, type: ai, agentType: command, command: [sh, -c, "cat > /dev/null; echo a long line of text"] }
`);
  const { kind } = createMemberStyles(members, picocolors.createColors(false));
  expect([kind('max'), kind('echo')]).toEqual(['node writer.mjs', 'sh -c cat > /dev/null; echo a long line…']);
});
