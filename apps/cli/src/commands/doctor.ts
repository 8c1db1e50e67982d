import { dirname } from 'node:path';
import { findAgentCli } from '@ctx/agent-runner';
import { CtxError } from '@ctx/contract';
import type { AgentMember, Team } from '@ctx/team';
import stringWidth from 'string-width';
import { agentsOf } from '../agents/agents-of.ts';
import { checkMember } from '../agents/check-member.ts';
import { type ProbedCli, probeAgentClis, problemOf, WITHOUT_CLI } from '../agents/probed-clis.ts';
import { findTeam } from '../conversation/find-team.ts';
import { findTeamFile, foreignFolders } from '../conversation/project-folder.ts';
import { createBlockWriter } from '../render/block-writer.ts';
import { padToColumns } from '../render/fold-line.ts';
import { createMemberStyles } from '../render/member-styles.ts';
import { describeError } from '../terminal/describe-error.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { ownCommand } from '../terminal/own-command.ts';
import { safeJson, safeLine } from '../terminal/safe-text.ts';
import { quoteForShell } from '../terminal/shell-quote.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { requireTrust, type TrustOptions } from '../trust/team-trust.ts';

/** The options of `ctx doctor`. */
export interface DoctorOptions extends TrustOptions {
  readonly team?: string | undefined;
  readonly json?: boolean | undefined;
}

interface CheckedMember {
  readonly member: AgentMember;
  /** What keeps it from running; empty if nothing does. */
  readonly problems: readonly string[];
}

/**
 * Prints which agents can run, and what to do about those that cannot. The exit code is 1 if the team cannot run or,
 * without a team, no CLI can. If the team file is not trusted, its members are not checked, no program in its folder is
 * started, and the exit code is 2.
 */
export async function doctor(terminal: Terminal, options: DoctorOptions): Promise<number> {
  const hasTeam = options.team !== undefined || findTeamFile() !== undefined;
  const team = hasTeam ? await findTeam(options.team) : undefined;
  // The list of what the team would do is printed last, beside what to do about it.
  const complaints: string[] = [];
  const collecting = { ...terminal, complain: (line: string) => complaints.push(line) };
  const refusal = team === undefined ? undefined : await whyNotTrusted(collecting, team, options);
  const isTrusted = team !== undefined && refusal === undefined;
  const notInside = foreignFolders(process.cwd(), ...(team?.file === undefined ? [] : [dirname(team.file)]));
  // Trust covers the programs of the members, wherever PATH finds them, and no others.
  const trusted = isTrusted ? agentsOf(team).map(({ agentType }) => findAgentCli(agentType)?.agentType) : [];
  const clis = await probeAgentClis(notInside, trusted);
  const members = isTrusted ? await checkMembers(team, clis) : [];
  const isReady = isTrusted ? members.every(canTakeTurns) : clis.some((cli) => problemOf(cli) === undefined);
  const canRun = isReady && refusal === undefined;
  if (options.json) {
    const agents = clis.map(({ found }) => found);
    const checked = members.map(({ member, problems }) => ({
      id: member.id,
      agentType: member.agentType,
      permissions: member.permissions,
      problems,
    }));
    const trusted = team === undefined ? undefined : isTrusted;
    terminal.write(`${safeJson({ canRun, agents, team: team?.name, trusted, members: checked })}\n`);
  } else {
    printClis(terminal, clis);
    if (team === undefined) printAdvice(terminal, clis);
    else if (isTrusted) printTeam(terminal, team, members, options.team);
  }
  if (complaints.length > 0) terminal.complain('');
  for (const line of complaints) terminal.complain(line);
  if (refusal !== undefined) {
    terminal.complain(describeError(refusal).text);
    return EXIT.usage;
  }
  return canRun ? EXIT.done : EXIT.failed;
}

async function whyNotTrusted(terminal: Terminal, team: Team, options: DoctorOptions): Promise<CtxError | undefined> {
  try {
    await requireTrust(terminal, team, options);
    return undefined;
  } catch (error) {
    if (CtxError.isInstance(error) && error.code === 'CTX_NOT_TRUSTED') return error;
    throw error;
  }
}

function checkMembers(team: Team, clis: readonly ProbedCli[]): Promise<CheckedMember[]> {
  return Promise.all(agentsOf(team).map(async (member) => ({ member, problems: await checkMember(member, clis) })));
}

function canTakeTurns({ problems }: CheckedMember): boolean {
  return problems.length === 0;
}

function printClis(terminal: Terminal, clis: readonly ProbedCli[]): void {
  const { colors } = terminal;
  const writer = createBlockWriter(terminal);
  writer.line(colors.bold('Agents on this machine'));
  for (const cli of clis) {
    const { found, name } = cli;
    const problem = problemOf(cli);
    const version = found.version ?? (found.installed ? 'version ?' : '-');
    const start = `${padToColumns(name, 12)}  ${padToColumns(safeLine(version), 10)}`;
    if (problem !== undefined) {
      writer.line(`${colors.yellow('✗')} ${start}  ${problem.status}`, undefined, '  ');
      writer.line(problem.fix, colors.cyan, '      ');
    } else {
      const signedIn = found.signedIn === 'yes' ? 'signed in' : `sign-in unknown (checked: ${found.signedInBy})`;
      writer.line(`${colors.green('✓')} ${start}  ${colors.dim(signedIn)}`, undefined, '  ');
    }
  }
}

// `named` is the team file, if it was given on the command line.
function printTeam(terminal: Terminal, team: Team, members: readonly CheckedMember[], named: string | undefined): void {
  const { colors } = terminal;
  const writer = createBlockWriter(terminal);
  const styles = createMemberStyles(team.members, colors);
  const widest = Math.max(...members.map(({ member }) => stringWidth(styles.name(member.id))));
  writer.line('');
  writer.line(`${colors.bold(`Team ${safeLine(team.name)}`)}  ${colors.dim(safeLine(team.file ?? ''))}`);
  for (const { member, problems } of members) {
    const sign = problems.length === 0 ? colors.green('✓') : colors.red('✗');
    const name = padToColumns(styles.name(member.id), widest);
    writer.line(`${sign} ${name}  ${colors.dim(styles.kind(member.id))}`, undefined, '  ');
    for (const problem of problems) writer.line(safeLine(problem), undefined, '      ');
    if (member.permissions === 'unrestricted') {
      writer.line('Unrestricted: ctx cannot limit its program.', colors.yellow, '      ');
    }
    if (member.permissions === 'full') writer.line('Has full access: needs --allow-full.', colors.yellow, '      ');
  }
  const failing = members.filter((checked) => !canTakeTurns(checked)).map(({ member }) => styles.name(member.id));
  const teamOption = named === undefined ? '' : ` -t ${quoteForShell(named)}`;
  writer.line('');
  if (failing.length === 0) writer.line(`The team can run. Try: ${ownCommand()} chat${teamOption}`, colors.green);
  else if (failing.length === 1) writer.line(`${failing[0]} cannot run yet.`, colors.red);
  else writer.line(`${failing.length} of ${members.length} agents cannot run yet.`, colors.red);
}

function printAdvice({ colors, write }: Terminal, clis: readonly ProbedCli[]): void {
  const canRun = clis.some((cli) => problemOf(cli) === undefined);
  if (canRun) write(`\nThere is no team file here yet. Write one: ${ownCommand()} init\n`);
  else write(`\n${colors.red(howToGetAnAgent(clis))}\n`);
}

// If a CLI is installed but not signed in, the advice is to sign in rather than to install another.
function howToGetAnAgent(clis: readonly ProbedCli[]): string {
  const signedOut = clis.filter(({ found }) => found.installed);
  if (signedOut.length === 0) return `Install one of them, then: ${ownCommand()} init\n${WITHOUT_CLI}`;
  const commands = signedOut.map(({ name, howToSignIn }) => `${name}: ${howToSignIn}`);
  return `Sign in, then: ${ownCommand()} init\n  ${commands.join('\n  ')}`;
}
