import { type ProbeOptions, type ProbeResult, probe } from '@ctx/agent-runner';

/** An agent CLI that the app knows, and how a person signs in to it. */
export interface AgentCli {
  /** The agent type in a team file. */
  readonly agentType: 'claude' | 'codex' | 'gemini' | 'qwen' | 'opencode' | 'copilot';
  readonly name: string;
  readonly howToSignIn: string;
}

/** The CLIs that `doctor` and `init` look for. */
export const AGENT_CLIS: readonly AgentCli[] = [
  { agentType: 'claude', name: 'Claude Code', howToSignIn: 'claude auth login' },
  { agentType: 'codex', name: 'Codex', howToSignIn: 'codex login' },
  { agentType: 'gemini', name: 'Gemini CLI', howToSignIn: 'gemini, and sign in there; or set GEMINI_API_KEY' },
  { agentType: 'qwen', name: 'Qwen Code', howToSignIn: 'qwen auth' },
  { agentType: 'opencode', name: 'opencode', howToSignIn: 'opencode auth login' },
  { agentType: 'copilot', name: 'Copilot CLI', howToSignIn: 'copilot login' },
];

/** A CLI, and whether it is installed and signed in. */
export interface ProbedCli extends AgentCli {
  readonly found: ProbeResult;
}

/** Looks for all CLIs at the same time. Runs no turn, reads no secret, and starts no program inside `notInside`. */
export function probeAgentClis(options: Pick<ProbeOptions, 'notInside'> = {}): Promise<ProbedCli[]> {
  return Promise.all(AGENT_CLIS.map(async (cli) => ({ ...cli, found: await probe(cli.agentType, options) })));
}

/** Returns what keeps a CLI from running and how to fix it, or undefined if it can run. */
export function problemOf({ name, howToSignIn, found }: ProbedCli): string | undefined {
  if (!found.installed) return `${name} is not installed. Run: ${found.installCommand}`;
  if (found.signedIn === 'no') return `Nobody is signed in to ${name}. Run: ${howToSignIn}`;
  return undefined;
}
