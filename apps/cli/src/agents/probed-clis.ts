import { AGENT_CLIS, type AgentCli, type ProbeResult, probe } from '@ctx/agent-runner';

/** What works without any of these CLIs. */
export const WITHOUT_CLI =
  'A program of your own (agentType: command) or a model API (agentType: openai-api or gemini-api) works too.';

/** A CLI, and whether it is installed and signed in. */
export interface ProbedCli extends AgentCli {
  readonly found: ProbeResult;
}

/**
 * Looks for all CLIs at the same time. Runs no turn, reads no secret, and starts no program inside `notInside`, except
 * for the CLIs that are `trusted`.
 */
export function probeAgentClis(
  notInside: readonly string[],
  trusted: readonly (string | undefined)[] = [],
): Promise<ProbedCli[]> {
  const probed = AGENT_CLIS.map(async (cli) => {
    const { agentType } = cli;
    return { ...cli, found: await probe(agentType, trusted.includes(agentType) ? {} : { notInside }) };
  });
  return Promise.all(probed);
}

/** What keeps a CLI from running, and how to fix it. */
export interface CliProblem {
  readonly status: 'not installed' | 'not signed in';
  /** The status as a sentence. */
  readonly sentence: string;
  /** The command that fixes it. */
  readonly fix: string;
}

/** Returns what keeps a CLI from running, or undefined if it can run. */
export function problemOf({ name, howToSignIn, found }: ProbedCli): CliProblem | undefined {
  if (!found.installed) {
    return { status: 'not installed', sentence: `${name} is not installed.`, fix: found.installCommand };
  }
  if (found.signedIn === 'no') {
    return { status: 'not signed in', sentence: `Nobody is signed in to ${name}.`, fix: howToSignIn };
  }
  return undefined;
}

/** Describes a problem on one line: `Codex is not installed. Run: npm install -g @openai/codex`. */
export function describeProblem({ sentence, fix }: CliProblem): string {
  return `${sentence} Run: ${fix}`;
}
