import type { AgentCli } from '@ctx/agent-runner';

// These members may only read, so no role asks for more.
const MEMBERS: Readonly<Record<AgentCli['agentType'], { displayName: string; role: string }>> = {
  claude: { displayName: 'Claude', role: 'finds causes and makes plans' },
  codex: { displayName: 'Codex', role: 'reads the code and proposes changes as patches' },
  gemini: { displayName: 'Gemini', role: 'reviews, and looks for holes' },
  qwen: { displayName: 'Qwen', role: 'looks for simpler ways' },
  opencode: { displayName: 'Opencode', role: 'explains how the code works' },
  copilot: { displayName: 'Copilot', role: 'knows common solutions' },
};

/**
 * Returns the text of a team file for these CLIs, with comments that say what else can be set. `schema` is where editors
 * find the schema of team files.
 */
export function teamTemplate(clis: readonly Pick<AgentCli, 'agentType'>[], schema?: string): string {
  const agents = clis.map(({ agentType }) => agentTemplate(agentType)).join('');
  const firstLine = schema === undefined ? '' : `# yaml-language-server: $schema=${schema}\n`;
  return `${firstLine}# A team of the agents found on this machine. Try: ctx chat
# Each agent is told who is in the team, their roles, and how to hand over; ctx prompt shows the text.
name: crew
# task: What the whole team works on; every agent sees it.
# maxTurns: 20          # agent turns before it is your turn again
# parallel: false       # members called by one message run at the same time
members:
  - id: you
    displayName: You
    type: human
${agents}`;
}

function agentTemplate(agentType: AgentCli['agentType']): string {
  const { displayName, role } = MEMBERS[agentType];
  return `
  - id: ${agentType}
    displayName: ${displayName}
    role: ${role}
    type: ai
    agentType: ${agentType}
    # model: …              # default: the CLI's own choice
    permissions: read-only  # or edit (then give it a role that writes), or full (needs ctx chat --allow-full)
    # systemInstruction: How it should work, in your words.
`;
}
