import { writeFile } from 'node:fs/promises';
import { loadTeam } from '@ctx/team';
import { describeProblem, type ProbedCli, probeAgentClis, problemOf } from '../agents/agent-clis.ts';
import { teamTemplate } from '../agents/team-template.ts';
import { cannotWrite } from '../terminal/cannot-write.ts';
import { EXIT } from '../terminal/exit-codes.ts';
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
    terminal.complain(`ctx: ${howToGetAnAgent(clis)}`);
    return EXIT.failed;
  }
  try {
    await writeFile(team, teamTemplate(installed), { flag: force ? 'w' : 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw cannotWrite(team, error as Error, 'ctx init -t FILE');
    throw new UsageError(`${team} already exists and was not changed. To overwrite it, add --force.`);
  }
  await trustAsItIs(terminal, await loadTeam(team));
  const { colors, write } = terminal;
  write(`Wrote ${colors.bold(team)}: ${installed.map(({ name }) => name).join(', ')}, and you.\n`);
  for (const problem of installed.map(problemOf)) {
    if (problem !== undefined) write(`  ${colors.yellow(describeProblem(problem))}\n`);
  }
  write(`${colors.dim('Next: ctx doctor, then ctx chat')}\n`);
  return EXIT.done;
}

function howToGetAnAgent(clis: readonly ProbedCli[]): string {
  const names = clis.map(({ name }) => name).join(', ');
  const command = clis[0]!.found.installCommand;
  const own = 'For a program of your own, write the team file yourself, with agentType: command.';
  return `No agent CLI was found (looked for ${names}). Install one, such as with ${command}, and run ctx init again. ${own}`;
}
