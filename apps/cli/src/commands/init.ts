import { writeFile } from 'node:fs/promises';
import { loadTeam } from '@ctx/team';
import { AGENT_CLIS, probeAgentClis, problemOf } from '../agents/agent-clis.ts';
import { teamTemplate } from '../agents/team-template.ts';
import { cannotWrite } from '../terminal/cannot-write.ts';
import { EXIT } from '../terminal/describe-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { trustAsItIs } from '../trust/team-trust.ts';

/** The options of `ctx init`. */
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
    terminal.complain(
      `ctx: No agent CLI was found (looked for ${names}; for a program of your own, write the team file yourself, with agentType: command). Install one, then run ctx init again. For example: ${command}`,
    );
    return EXIT.failed;
  }
  try {
    await writeFile(team, teamTemplate(installed), { flag: force ? 'w' : 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw cannotWrite(team, error as Error, 'ctx init -t FILE');
    throw new UsageError(`${team} already exists. To overwrite it: ctx init --force`);
  }
  await trustAsItIs(terminal, await loadTeam(team));
  const { colors, write } = terminal;
  write(`Wrote ${colors.bold(team)}: ${installed.map(({ name }) => name).join(', ')}, and you.\n`);
  for (const problem of installed.map(problemOf)) if (problem !== undefined) write(`  ${colors.yellow(problem)}\n`);
  write(`${colors.dim('Next: ctx doctor, then ctx chat')}\n`);
  return EXIT.done;
}
