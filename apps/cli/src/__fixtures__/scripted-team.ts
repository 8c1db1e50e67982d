import { chmod, mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { type AgentScript, scriptedAgent, type Vendor } from '@ctx/scripted-agents';
import { loadTeam } from '@ctx/team';
import { takeFingerprint } from '../trust/fingerprint.ts';
import { findTeamFiles } from '../trust/named-files.ts';
import { writeTrust } from '../trust/trust-record.ts';

/** A folder with a team file, and scripted programs named like the vendors' CLIs. */
export interface ScriptedTeam {
  readonly folder: string;
  /** The user's home folder, outside `folder`. */
  readonly home: string;
  /** Where the user's programs are. */
  readonly bin: string;
  /** The variable `PATH` for `ctx`: the scripted programs come first. */
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

/** Creates the folder with a trusted team file. A vendor without a script is not installed. */
export async function createScriptedTeam(
  scripts: Partial<Record<keyof typeof PROGRAMS, AgentScript>>,
  teamFile: string = TEAM_FILE,
): Promise<ScriptedTeam> {
  const team = await createFolders();
  const { folder, bin } = team;
  await writeFile(join(folder, 'ctx.team.yaml'), teamFile);
  for (const [vendor, script] of Object.entries(scripts)) {
    const scriptFile = join(bin, `${vendor}.json`);
    await writeFile(scriptFile, JSON.stringify(script));
    const { file, args } = scriptedAgent({ vendor: vendor as Vendor, scriptFile });
    const words = [file, ...args].map((word) => `'${word}'`).join(' ');
    await writeFile(join(bin, vendor), `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
  }
  await trustTeam(team);
  return team;
}

/**
 * Creates empty folders for a project, a home and programs. All users may write there, because some tests run as
 * nobody.
 */
export async function createFolders(): Promise<ScriptedTeam> {
  const root = await mkdtemp(join(tmpdir(), 'ctx-cli-'));
  const [folder, home, bin] = [join(root, 'project'), join(root, 'home'), join(root, 'bin')];
  for (const made of [root, folder, home, bin]) {
    await mkdir(made, { recursive: true });
    await chmod(made, 0o777);
  }
  return { folder, home, bin, path: [bin, '/usr/bin', '/bin'].join(delimiter) };
}

/** Trusts a team file as it is now. Does nothing if the file has a mistake. */
export async function trustTeam({ folder, home }: ScriptedTeam, name = 'ctx.team.yaml'): Promise<void> {
  const team = await loadTeam(join(folder, name)).catch(() => undefined);
  if (team === undefined) return;
  const files = await findTeamFiles(team, folder);
  const own = join(home, '.config', 'ctx');
  const fingerprint = await takeFingerprint(files);
  const record = { version: 1, file: files.file, fingerprint, shown: [] } as const;
  await writeTrust(record, own);
  for (const made of [dirname(own), own, join(own, 'trust')]) await chmod(made, 0o777);
  for (const file of await readdir(join(own, 'trust'))) await chmod(join(own, 'trust', file), 0o644);
}
