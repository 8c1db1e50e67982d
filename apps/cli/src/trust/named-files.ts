import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { findProgram } from '@ctx/agent-runner';
import type { AgentMember, Team } from '@ctx/team';

/** The programs of agent types that bring their own. */
const VENDOR_PROGRAMS: Readonly<Record<string, string>> = {
  'claude-code': 'claude',
  'openai-codex': 'codex',
  'google-gemini': 'gemini',
  qwen: 'qwen',
  opencode: 'opencode',
  copilot: 'copilot',
};

/** A file that a member starts, is told to use, or is instructed by. */
export interface NamedFile {
  /** Absolute, as the team file leads to it. */
  readonly path: string;
  /** Where it really is, links resolved; missing when there is no such file. */
  readonly realPath?: string | undefined;
}

/** What one member names. */
export interface MemberFiles {
  readonly files: readonly NamedFile[];
  /** The folder it works in, where it names one. */
  readonly cwd?: NamedFile | undefined;
}

/** The team's files as they are found now. */
export interface TeamFiles {
  /** The team file by its real folder and its name. */
  readonly file: string;
  /** The folder of the team file, where it really is. */
  readonly folder: string;
  /** Folders whose files somebody else may have written, or an agent may change: the team file's and the one ctx runs in. */
  readonly folders: readonly string[];
  readonly members: ReadonlyMap<string, MemberFiles>;
}

/** Which agents a team has. */
export function agentsOf({ members }: Pick<Team, 'members'>): AgentMember[] {
  return members.filter((member) => member.type === 'ai');
}

/** The program a member starts, as it is called; missing for a member behind an API. */
export function programOf({ agentType, command }: AgentMember): string | undefined {
  return VENDOR_PROGRAMS[agentType] ?? command?.[0];
}

/** All arguments that the team file gives a member's program. */
export function argumentsOf({ command, args, permissions, permissionArgs }: AgentMember): string[] {
  const forPermissions = permissions === 'unrestricted' ? [] : (permissionArgs?.[permissions] ?? []);
  return [...(command?.slice(1) ?? []), ...args, ...forPermissions];
}

/** Whether a member's instruction file, if it has one, is really in the folder of the team file. */
export async function hasInstructionsInside(team: Team, { instructionFile }: AgentMember): Promise<boolean> {
  if (instructionFile === undefined) return true;
  const { folder } = await findTeamFiles({ ...team, members: [] });
  const { path, realPath = path } = await named(resolve(instructionFile));
  return isInsideAny(realPath, [folder]);
}

/** Looks for every file that a team names. Opens none of them. */
export async function findTeamFiles(team: Team, cwd: string = process.cwd()): Promise<TeamFiles> {
  const given = team.file ?? join(cwd, 'ctx.team.yaml');
  const folder = await realpath(dirname(given)).catch(() => dirname(given));
  const folders = [...new Set([folder, await realpath(cwd).catch(() => cwd)])];
  const members = new Map<string, MemberFiles>();
  for (const member of agentsOf(team)) members.set(member.id, await filesOf(member, cwd));
  return { file: join(folder, basename(given)), folder, folders, members };
}

/** Whether a path is one of these folders or in one. Looks at the path only. */
export function isInsideAny(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    const way = relative(folder, path);
    return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
  });
}

async function filesOf(member: AgentMember, cwd: string): Promise<MemberFiles> {
  const start = resolve(cwd, member.cwd ?? '.');
  const found: NamedFile[] = [];
  const program = programOf(member);
  const programFile = program === undefined ? undefined : await findProgram(program, process.env, { cwd: start });
  if (programFile !== undefined) found.push(await named(programFile));
  // `--config=file` names a file as `--config file` does.
  for (const word of argumentsOf(member).flatMap((whole) => [whole, whole.slice(whole.indexOf('=') + 1)])) {
    const path = resolve(start, word);
    if (word !== '' && !word.includes('\0') && (await isFile(path))) found.push(await named(path));
  }
  if (member.instructionFile !== undefined) found.push(await named(resolve(cwd, member.instructionFile)));
  return {
    files: [...new Map(found.map((file) => [file.path, file])).values()],
    cwd: member.cwd === undefined ? undefined : await named(start),
  };
}

async function named(path: string): Promise<NamedFile> {
  return { path, realPath: await realpath(path).catch(() => undefined) };
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );
}
