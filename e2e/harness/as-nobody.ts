import { spawnSync } from 'node:child_process';
import { inject } from 'vitest';
import type { Agent } from './agents.ts';
import type { Fixture } from './fixture.ts';

/** The uid of the unprivileged user `nobody`. */
export const NOBODY = 65534;

/**
 * Options that run a CLI as an unprivileged user if the tests run as root, because root may do everything anyway. Any other
 * user is unprivileged already.
 */
export function asNobody({ agent, place }: Fixture) {
  const program = realProgram(agent);
  const user = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--'];
  const isRoot = process.getuid?.() === 0;
  return {
    agentOptions: { executable: isRoot ? { file: 'setpriv', args: [...user, program] } : { file: program } },
    // Other users have no access to the test worker's folder for temporary files.
    env: { TMPDIR: place.temporary },
  };
}

/** The real program of a CLI. In `.bin` there are only stubs and wrappers, which `setpriv` cannot start. */
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
