import { placeOf } from '@ctx/agent-runner';
import type { CommandPlan, ExplainedPrompt, Receipt } from '@ctx/contract';
import {
  type AgentMember,
  assembleForMember,
  createMemberDirectory,
  humanSpeaker,
  memberDriver,
  type Team,
} from '@ctx/team';
import { requireAgent } from '../addressing/members-named.ts';
import { isProcess, sessionOf } from '../agents/process-driver.ts';
import { createAppContext } from '../conversation/app-context.ts';
import { findTeam } from '../conversation/find-team.ts';
import { formatBytes, formatCount } from '../render/format-amounts.ts';
import { findSession } from '../sessions/find-session.ts';
import { readHistory } from '../sessions/session-history.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { ownCommand } from '../terminal/own-command.ts';
import { safeJson, safeLine, safeText } from '../terminal/safe-text.ts';
import { quoteForShell } from '../terminal/shell-quote.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { hasInstructionsInside } from '../trust/named-files.ts';
import { withProjectTexts } from '../trust/project-files.ts';
import { projectTextsOf, requireTrust, type TrustOptions } from '../trust/team-trust.ts';

/** The options of `ctx prompt`. */
export interface PromptOptions extends TrustOptions {
  readonly team?: string | undefined;
  readonly as: string;
  /** The session whose messages come before the new message. */
  readonly session?: string | undefined;
  readonly json?: boolean | undefined;
}

/**
 * Prints exactly what an agent would be sent, and runs nothing. An instruction file outside the folder is read only if
 * the team file is trusted.
 */
export async function prompt(terminal: Terminal, words: readonly string[], options: PromptOptions): Promise<number> {
  const team = await findTeam(options.team);
  const member = requireAgent(options.as, team);
  if (!(await hasInstructionsInside(team, member))) await requireTrust(terminal, team, options);
  const projectTexts = await projectTextsOf(team);
  const told = withProjectTexts(team, projectTexts);
  const instructed = requireAgent(member.id, told);
  const explained = await promptFor(told, instructed, words.join(' '), options.session);
  const driver = await memberDriver(member, { env: process.env });
  const { model, permissions } = member;
  const { prompt: text, systemFlag } = explained;
  const plan = isProcess(driver)
    ? driver.command(
        { prompt: text, systemFlag, model, permissions, session: sessionOf(driver, member) },
        await placeOf(member.cwd),
      )
    : undefined;
  if (options.json) {
    const { receipt } = explained;
    const command = plan && describePlan(plan);
    const projectFiles = Object.keys(projectTexts[member.id] ?? {});
    terminal.write(`${safeJson({ member: member.id, prompt: text, systemFlag, receipt, command, projectFiles })}\n`);
    return EXIT.done;
  }
  for (const [path, content] of Object.entries(projectTexts[member.id] ?? {})) {
    const size = formatBytes(Buffer.byteLength(content));
    terminal.write(`${terminal.colors.bold('Project file')}  ${terminal.colors.dim(`${safeLine(path)}, ${size}`)}\n`);
  }
  printPrompt(terminal, member, explained, plan);
  return EXIT.done;
}

function printPrompt(
  { colors, write }: Terminal,
  member: AgentMember,
  { prompt: text, systemFlag, receipt }: ExplainedPrompt,
  plan: CommandPlan | undefined,
): void {
  const heading = (title: string, facts: string) => write(`${colors.bold(title)}  ${colors.dim(facts)}\n`);
  const part = (title: string, facts: string, content: string) => {
    heading(title, facts);
    write(`${safeText(content)}\n`);
  };
  if (plan === undefined) {
    heading('Request', `${member.agentType}, model ${member.model ?? 'not given'}`);
    if (systemFlag !== undefined) write(`\n${colors.bold('System')}\n${safeText(systemFlag)}\n`);
    write('\n');
    part('Prompt', describeSize(receipt), text);
    return;
  }
  const words = [plan.file, ...plan.args].map(quoteForShell);
  part('Command', `started without a shell, ${member.permissions}`, words.join(' '));
  for (const { name, content } of plan.files ?? []) {
    write('\n');
    part(`File ${name}`, `${formatBytes(Buffer.byteLength(content))}, mode 0600, removed afterwards`, content);
  }
  write('\n');
  part('Standard input', describeSize(receipt), inputText(plan));
}

function describeSize({ usedBytes, maxBytes, context, message }: Receipt): string {
  const parts = [`${formatBytes(usedBytes)} of ${formatBytes(maxBytes)}, instructions included`];
  const dropped = context?.dropped ?? 0;
  if (dropped > 0) parts.push(`${formatCount(dropped, 'earlier message')} left out`);
  const cutBytes = message?.cutBytes ?? 0;
  if (cutBytes > 0) parts.push(`${formatBytes(cutBytes)} of the message left out`);
  return parts.join('; ');
}

async function promptFor(
  team: Team,
  member: AgentMember,
  message: string,
  session: string | undefined,
): Promise<ExplainedPrompt> {
  const context = createAppContext(team);
  if (team.task !== undefined) context.setTeamTask(team.task);
  if (session !== undefined) {
    const { messages, records } = await readHistory(await findSession(session));
    for (const said of messages) context.addMessage(said);
    for (const record of records) if (record.type === 'task') context.setTeamTask(record.task);
  }
  const speaker = humanSpeaker(createMemberDirectory(team));
  if (message.trim() !== '') {
    context.addMessage({ content: message, speaker, routing: { resolvedAddressees: [member.label] } });
  } else if (context.getLatestMessage() === null) {
    throw new UsageError(`There is no message. Write: ${ownCommand()} prompt --as ${member.id} "what to do"`);
  }
  return assembleForMember({ context, team }, member);
}

// Only the names of variables: their values may be secrets.
function describePlan(plan: CommandPlan) {
  return { file: plan.file, args: plan.args, env: Object.keys(plan.env), files: plan.files, stdin: inputText(plan) };
}

function inputText({ stdin }: CommandPlan): string {
  return typeof stdin === 'string' ? stdin : Buffer.concat(stdin).toString();
}
