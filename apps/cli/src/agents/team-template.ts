import type { AgentCli } from './agent-clis.ts';

const MEMBERS: Readonly<Record<AgentCli['agentType'], { displayName: string; role: string }>> = {
  claude: { displayName: 'Claude', role: 'You find causes and make plans.' },
  codex: { displayName: 'Codex', role: 'You write the code and its tests.' },
  gemini: { displayName: 'Gemini', role: 'You review, and look for holes.' },
  qwen: { displayName: 'Qwen', role: 'You look for what is simpler.' },
  opencode: { displayName: 'Opencode', role: 'You try things out, and tell what happened.' },
  copilot: { displayName: 'Copilot', role: 'You know how others have done it.' },
};

/** A team file for these CLIs, with comments that say what else can be set. */
export function teamTemplate(clis: readonly Pick<AgentCli, 'agentType'>[]): string {
  const agents = clis.map(({ agentType }) => agentTemplate(agentType, clis)).join('');
  return `# A team of the agents found on this machine. Try: ctx chat
name: crew
# task: What the whole team works on; every agent sees it.
# maxTurns: 20          # agent turns before you get the floor again
# parallel: false       # members called by one message run at the same time
members:
  - id: you
    displayName: You
    type: human
${agents}`;
}

function agentTemplate(agentType: AgentCli['agentType'], team: readonly Pick<AgentCli, 'agentType'>[]): string {
  const { displayName, role } = MEMBERS[agentType];
  const others = team.map((other) => MEMBERS[other.agentType].displayName).filter((name) => name !== displayName);
  const example = others[0] ?? 'You';
  const company =
    others.length === 0 ? 'You talk with a human.' : `With you in the team are ${others.join(', ')} and a human.`;
  return `
  - id: ${agentType}
    displayName: ${displayName}
    type: ai
    agentType: ${agentType}
    # model: …            # the CLI's own default otherwise
    permissions: read-only  # or edit; full needs ctx --allow-full
    systemInstruction:
      - You are ${displayName}. ${role} ${company}
      - 'To hand over, end your answer with a line such as [NEXT: ${example}].'
      - Write no such line when the work is done or the human should decide.
`;
}
