import { basename } from 'node:path';
import { findAgentCli } from '@ctx/agent-runner';
import type { Team } from '@ctx/team';
import { safeLine } from '../terminal/safe-text.ts';
import type { Colors } from '../terminal/terminal.ts';
import { foldToLine } from './fold-line.ts';
import { formatBytes } from './format-amounts.ts';

/** How the members of a conversation look on the screen. */
export interface MemberStyles {
  /** The member's name, safe to print; for an unknown id, the id. */
  name(id: string): string;
  /** The kind of agent, such as `Claude Code, budget 4.0 KB` or `node writer.mjs`; empty for humans. */
  kind(id: string): string;
  /** Returns the text in the member's colour. */
  paint(id: string, text: string): string;
}

// Red is not in the palette, because it means failure.
const PALETTE = ['cyan', 'magenta', 'green', 'yellow', 'blue', 'cyanBright', 'magentaBright', 'greenBright'] as const;

const API_NAMES = new Map([
  ['gemini-api', 'Gemini API'],
  ['openai-api', 'OpenAI-compatible API'],
]);

/** More of a command is not shown: it shares its line with the member's name. */
const COMMAND_COLUMNS = 40;

/** Gives each agent its own colour, in the order of the team; humans are bold. */
export function createMemberStyles(members: Team['members'], colors: Colors): MemberStyles {
  const known = new Map(members.map((member) => [member.id, member]));
  const painted = new Map<string, (text: string) => string>();
  for (const member of members) nextColor(member.id, member.type === 'human');

  function nextColor(id: string, isHuman: boolean): (text: string) => string {
    const agents = [...painted.values()].filter((paint) => paint !== colors.bold).length;
    const paint = isHuman ? colors.bold : colors[PALETTE[agents % PALETTE.length]!];
    painted.set(id, paint);
    return paint;
  }

  return {
    name: (id) => safeLine(known.get(id)?.label ?? id),
    kind: (id) => {
      const member = known.get(id);
      if (member?.type !== 'ai') return '';
      const { agentType } = member;
      const agent =
        programOf(member.command) ?? findAgentCli(agentType)?.name ?? API_NAMES.get(agentType) ?? safeLine(agentType);
      return member.maxBytes === undefined ? agent : `${agent}, budget ${formatBytes(member.maxBytes)}`;
    },
    paint: (id, text) => (painted.get(id) ?? nextColor(id, false))(text),
  };
}

// Such as `node writer.mjs` for `/usr/bin/node writer.mjs`.
function programOf(command: readonly [string, ...string[]] | undefined): string | undefined {
  if (command === undefined) return undefined;
  const [file, ...words] = command;
  return foldToLine([basename(file), ...words].join(' '), COMMAND_COLUMNS);
}
