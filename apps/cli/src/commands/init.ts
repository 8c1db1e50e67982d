import { writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { DEFAULT_TEAM_FILE, loadTeam } from '@ctx/team';
import { describeProblem, type ProbedCli, probeAgentClis, problemOf, WITHOUT_CLI } from '../agents/probed-clis.ts';
import { schemaAddress } from '../agents/schema-address.ts';
import { teamTemplate } from '../agents/team-template.ts';
import { foreignFolders } from '../conversation/project-folder.ts';
import { cannotWrite } from '../terminal/cannot-write.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { ownCommand } from '../terminal/own-command.ts';
import { quoteForShell } from '../terminal/shell-quote.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { trustAsItIs } from '../trust/team-trust.ts';

/** The options of `ctx init`. */
export interface InitOptions {
  /** Where to write it; default `ctx.team.yaml` in this folder. */
  readonly team?: string | undefined;
  readonly force?: boolean | undefined;
}

/** Writes a team file for the agent CLIs that are installed, and trusts it. */
export async function init(terminal: Terminal, options: InitOptions): Promise<number> {
  const { team = DEFAULT_TEAM_FILE, force = false } = options;
  if (team === '') throw new UsageError('-t needs the name of a file.');
  const clis = await probeAgentClis(foreignFolders(process.cwd(), dirname(resolve(team))));
  const installed = clis.filter(({ found }) => found.installed);
  if (installed.length === 0) {
    terminal.complain(`ctx: ${howToGetAnAgent(clis)}`);
    return EXIT.failed;
  }
  try {
    await writeFile(team, teamTemplate(installed, schemaAddress(team)), { flag: force ? 'w' : 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw cannotWrite(team, error as Error, `${ownCommand()} init -t FILE`);
    throw new UsageError(`${team} already exists and was not changed. To overwrite it, add --force.`);
  }
  await trustAsItIs(terminal, await loadTeam(team));
  const { colors, write } = terminal;
  write(`Wrote ${colors.bold(team)}: ${installed.map(({ name }) => name).join(', ')}, and you.\n`);
  for (const problem of installed.map(problemOf)) {
    if (problem !== undefined) write(`  ${colors.yellow(describeProblem(problem))}\n`);
  }
  const named = resolve(team) === resolve(DEFAULT_TEAM_FILE) ? '' : ` -t ${quoteForShell(team)}`;
  write(`${colors.dim(`Next: ${ownCommand()} doctor${named}, then ${ownCommand()} chat${named}`)}\n`);
  return EXIT.done;
}

function howToGetAnAgent(clis: readonly ProbedCli[]): string {
  const names = clis.map(({ name }) => name).join(', ');
  const command = clis[0]!.found.installCommand;
  const own = `${WITHOUT_CLI} Then write the team file yourself.`;
  return `No agent CLI was found (looked for ${names}). Install one, such as with ${command}, and run ${ownCommand()} init again. ${own}`;
}
