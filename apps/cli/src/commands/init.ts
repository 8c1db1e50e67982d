import { writeFile } from 'node:fs/promises';
import { loadTeam } from '@ctx/team';
import { AGENT_CLIS, probeAgentClis, troubleWith } from '../agents/agent-clis.ts';
import { teamTemplate } from '../agents/team-template.ts';
import { EXIT } from '../terminal/describe-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { trustAsItIs } from '../trust/team-trust.ts';

/** What `ctx init` takes. */
export interface InitOptions {
  readonly team: string;
  readonly force?: boolean | undefined;
}

/** Writes a team file for the agent CLIs that are installed, and trusts it. */
export async function init(terminal: Terminal, { team, force = false }: InitOptions): Promise<number> {
  const clis = await probeAgentClis({ notInside: [process.cwd()] });
  const installed = clis.filter(({ found }) => found.installed);
  if (installed.length === 0) {
    const names = AGENT_CLIS.map(({ name }) => name).join(', ');
    const command = clis[0]!.found.installCommand;
    terminal.complain(`ctx: none of ${names} is installed. Install one, for example: ${command}. Then: ctx init`);
    return EXIT.failed;
  }
  try {
    await writeFile(team, teamTemplate(installed), { flag: force ? 'w' : 'wx' });
  } catch (error) {
    throw explained(error as NodeJS.ErrnoException, team);
  }
  await trustAsItIs(terminal, await loadTeam(team));
  const { colors, write } = terminal;
  write(`Wrote ${colors.bold(team)}: ${installed.map(({ name }) => name).join(', ')}, and you.\n`);
  for (const trouble of installed.map(troubleWith)) if (trouble !== undefined) write(`  ${colors.yellow(trouble)}\n`);
  write(`${colors.dim('Next: ctx doctor, then ctx chat')}\n`);
  return EXIT.done;
}

function explained(error: NodeJS.ErrnoException, team: string): Error {
  if (error.code === 'EEXIST') return new UsageError(`${team} is there already. To overwrite it: ctx init --force`);
  const reason = error.code === 'EACCES' ? 'this user may not write there' : error.message;
  return new UsageError(`${team} cannot be written: ${reason}. Choose another place: ctx init -t FILE`);
}
