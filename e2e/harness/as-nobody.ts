import { spawnSync } from 'node:child_process';
import { inject } from 'vitest';
import type { Agent } from './agents.ts';
import type { Stage } from './stage.ts';

/** The user that owns nothing. */
export const NOBODY = 65534;

/**
 * Runs a CLI as a user without rights, where the tests run as root: what root may do anyway proves nothing. Any other
 * user already is such a user.
 */
export function asNobody({ agent, place }: Stage) {
  const program = realProgram(agent);
  const user = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--'];
  const isRoot = process.getuid?.() === 0;
  return {
    agentOptions: { executable: isRoot ? { file: 'setpriv', args: [...user, program] } : { file: program } },
    // The worker's own folder for temporary files is closed to others.
    env: { TMPDIR: place.temporary },
  };
}

/** Behind `.bin` are a stub and a wrapper; the drivers find the real programs themselves, `setpriv` does not. */
function realProgram(agent: Agent): string {
  const packages = `${inject('cliFolder')}/..`;
  const platform = `${process.platform}-${process.arch}`;
  const pattern = {
    claude: `${packages}/@anthropic-ai/claude-code-${platform}/claude`,
    codex: `${packages}/@openai/codex-${platform}/vendor/*/bin/codex`,
    gemini: `${packages}/@google/gemini-cli/bundle/gemini.js`,
  }[agent.name];
  const { stdout } = spawnSync('sh', ['-c', `ls ${pattern}`], { encoding: 'utf8' });
  return stdout.trim();
}
