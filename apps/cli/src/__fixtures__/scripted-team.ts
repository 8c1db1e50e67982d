import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type AgentScript, scriptedAgent, type Vendor } from '@ctx/scripted-agents';

/** A folder with a team file, and programs named like the vendors' CLIs that play scripts. */
export interface ScriptedTeam {
  readonly folder: string;
  /** For the environment of `ctx`: the scripted programs come first. */
  readonly path: string;
}

const PROGRAMS = { claude: 'sarah', codex: 'max', gemini: 'gina' } as const;

/** The team file of the tests: one agent of each vendor, and Alice. */
export const TEAM_FILE = `name: crew
members:
  - { id: alice, displayName: Alice, type: human }
  - { id: sarah, displayName: Sarah, type: ai, agentType: claude }
  - { id: max, displayName: Max, type: ai, agentType: codex }
  - { id: gina, displayName: Gina, type: ai, agentType: gemini }
`;

/** Makes the folder. A vendor without a script is not installed. */
export async function createScriptedTeam(
  scripts: Partial<Record<keyof typeof PROGRAMS, AgentScript>>,
  teamFile: string = TEAM_FILE,
): Promise<ScriptedTeam> {
  const folder = await mkdtemp(join(tmpdir(), 'ctx-cli-'));
  const bin = join(folder, 'bin');
  await mkdir(bin);
  await chmod(folder, 0o777);
  await writeFile(join(folder, 'ctx.team.yaml'), teamFile);
  for (const [vendor, script] of Object.entries(scripts)) {
    const scriptFile = join(bin, `${vendor}.json`);
    await writeFile(scriptFile, JSON.stringify(script));
    const { file, args } = scriptedAgent({ vendor: vendor as Vendor, scriptFile });
    const words = [file, ...args].map((word) => `'${word}'`).join(' ');
    await writeFile(join(bin, vendor), `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
  }
  return { folder, path: [bin, '/usr/bin', '/bin'].join(delimiter) };
}
