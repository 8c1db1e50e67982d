import { dirname } from 'node:path';
import { CtxError } from '@ctx/contract';
import type { AgentMember, Team } from '@ctx/team';
import { type ProbedCli, probeAgentClis, troubleWith } from '../agents/agent-clis.ts';
import { checkMember } from '../agents/check-member.ts';
import { findTeam } from '../conversation/find-team.ts';
import { findTeamFile } from '../conversation/project-folder.ts';
import { createBlockWriter } from '../render/block-writer.ts';
import { padToColumns } from '../render/fold-line.ts';
import { createMemberStyles } from '../render/member-styles.ts';
import { describeError, EXIT } from '../terminal/describe-error.ts';
import { safeJson, safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { requireTrust } from '../trust/team-trust.ts';

/** What `ctx doctor` takes. */
export interface DoctorOptions {
  readonly team?: string | undefined;
  readonly json?: boolean | undefined;
  /** Agreed to whatever the team file would do, for this run. */
  readonly trust?: boolean | undefined;
}

interface CheckedMember {
  readonly member: AgentMember;
  readonly troubles: readonly string[];
}

/**
 * Says which agents can run, and what to do about those that cannot. Exit code 1 when the team cannot run. Of a team file
 * that is not trusted nothing is tried, and no program out of its folder is started: exit code 2.
 */
export async function doctor(terminal: Terminal, options: DoctorOptions): Promise<number> {
  const hasTeam = options.team !== undefined || findTeamFile() !== undefined;
  const team = hasTeam ? await findTeam(options.team) : undefined;
  const refusal = team === undefined ? undefined : await whyNotTrusted(terminal, team, options);
  const isTrusted = team !== undefined && refusal === undefined;
  const notInside = [process.cwd(), ...(team?.file === undefined ? [] : [dirname(team.file)])];
  const clis = await probeAgentClis(isTrusted ? {} : { notInside });
  const members = isTrusted ? await checkMembers(team, clis) : [];
  const isReady = isTrusted ? members.every(isWell) : clis.some((cli) => troubleWith(cli) === undefined);
  const canRun = isReady && refusal === undefined;
  if (options.json) {
    const agents = clis.map(({ found }) => found);
    const checked = members.map(({ member, troubles }) => ({
      id: member.id,
      agentType: member.agentType,
      permissions: member.permissions,
      troubles,
    }));
    const trusted = team === undefined ? undefined : isTrusted;
    terminal.write(`${safeJson({ canRun, agents, team: team?.name, trusted, members: checked })}\n`);
  } else {
    printClis(terminal, clis);
    if (team === undefined) printAdvice(terminal, clis);
    else if (isTrusted) printTeam(terminal, team, members);
  }
  if (refusal !== undefined) terminal.complain(describeError(refusal).line);
  return refusal !== undefined ? EXIT.usage : canRun ? EXIT.done : EXIT.failed;
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

function checkMembers({ members }: Team, clis: readonly ProbedCli[]): Promise<CheckedMember[]> {
  const agents = members.filter((member) => member.type === 'ai');
  return Promise.all(agents.map(async (member) => ({ member, troubles: await checkMember(member, clis) })));
}

function isWell({ troubles }: CheckedMember): boolean {
  return troubles.length === 0;
}

function printClis(terminal: Terminal, clis: readonly ProbedCli[]): void {
  const { colors } = terminal;
  const writer = createBlockWriter(terminal);
  writer.line(colors.bold('Agents on this machine'));
  for (const cli of clis) {
    const { found, name } = cli;
    const trouble = troubleWith(cli);
    const start = `${padToColumns(name, 12)}  ${padToColumns(safeLine(found.version ?? (found.installed ? 'version ?' : '-')), 10)}`;
    if (trouble !== undefined) {
      writer.line(
        `${colors.yellow('✗')} ${start}  ${found.installed ? 'not signed in' : 'not installed'}`,
        undefined,
        '  ',
      );
      writer.line(trouble.slice(trouble.indexOf('Run: ') + 'Run: '.length), colors.cyan, '      ');
    } else {
      const signedIn = found.signedIn === 'yes' ? 'signed in' : `signed in? not known (asked: ${found.signedInBy})`;
      writer.line(`${colors.green('✓')} ${start}  ${colors.dim(signedIn)}`, undefined, '  ');
    }
  }
}

function printTeam(terminal: Terminal, team: Team, members: readonly CheckedMember[]): void {
  const { colors } = terminal;
  const writer = createBlockWriter(terminal);
  const styles = createMemberStyles(team.members, colors);
  writer.line('');
  writer.line(`${colors.bold(`Team ${safeLine(team.name)}`)}  ${colors.dim(team.file ?? '')}`);
  for (const { member, troubles } of members) {
    const sign = troubles.length === 0 ? colors.green('✓') : colors.red('✗');
    writer.line(`${sign} ${styles.name(member.id)}  ${colors.dim(styles.kind(member.id))}`, undefined, '  ');
    for (const trouble of troubles) writer.line(safeLine(trouble), undefined, '      ');
    if (member.permissions === 'unrestricted') {
      writer.line('Unrestricted: ctx cannot limit its program.', colors.yellow, '      ');
    }
    if (member.permissions === 'full') writer.line('Has full access: needs --allow-full.', colors.yellow, '      ');
  }
  const sick = members.filter((checked) => !isWell(checked)).length;
  const verdict =
    sick === 0 ? 'The team can run. Try: ctx chat' : `${sick} of ${members.length} agents cannot run yet.`;
  writer.line('');
  writer.line(verdict, sick === 0 ? colors.green : colors.red);
}

function printAdvice({ colors, write }: Terminal, clis: readonly ProbedCli[]): void {
  const canRun = clis.some((cli) => troubleWith(cli) === undefined);
  const advice = canRun ? 'There is no team file here yet. Write one: ctx init' : adviceForNobody(clis);
  write(`\n${canRun ? advice : colors.red(advice)}\n`);
}

// Who has one that only wants a sign-in should not install another.
function adviceForNobody(clis: readonly ProbedCli[]): string {
  const signedOut = clis.filter(({ found }) => found.installed);
  if (signedOut.length === 0) return 'Install one of them, then: ctx init';
  const commands = signedOut.map(({ name, howToSignIn }) => `${name}: ${howToSignIn}`);
  return `Sign in, then: ctx init\n  ${commands.join('\n  ')}`;
}
