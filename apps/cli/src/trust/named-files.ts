import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { findAgentCli, findProgram } from '@ctx/agent-runner';
import type { AgentMember, Team } from '@ctx/team';
import { agentsOf } from '../agents/agents-of.ts';
import { foreignFolders, isInside } from '../conversation/project-folder.ts';
import { isFile } from '../path-kind.ts';
import { commandLines } from './command-lines.ts';
import { filesReadByCli, filesRunByCli } from './project-files.ts';

/** A member's program, a file among its arguments, or its instruction file. */
export interface NamedFile {
  /** The absolute path that the team file gives. */
  readonly path: string;
  /** The path with links resolved; missing if there is no such file. */
  readonly realPath?: string | undefined;
}

/** The files that one member uses. */
export interface MemberFiles {
  readonly files: readonly NamedFile[];
  /** Instruction files of the project that its CLI reads by itself. */
  readonly readByCli: readonly NamedFile[];
  /** Files of the project from which its CLI may start programs by itself. */
  readonly runByCli: readonly NamedFile[];
  /** What its turns start. */
  readonly commandLines: readonly string[];
  /** Its working folder, if it has its own. */
  readonly cwd?: NamedFile | undefined;
}

/** The files that a team uses now. */
export interface TeamFiles {
  /** The path of the team file, with the links of its folder resolved. */
  readonly file: string;
  /** The folder of the team file, links resolved. */
  readonly folder: string;
  /**
   * Folders with files that others may have written: the team file's folder, the folder ctx runs in, and the work trees
   * that they are in.
   */
  readonly folders: readonly string[];
  readonly members: ReadonlyMap<string, MemberFiles>;
}

/** Returns the name of the program a member starts; undefined for a member that uses an API. */
export function programOf({ agentType, command }: AgentMember): string | undefined {
  return findAgentCli(agentType)?.agentType ?? command?.[0];
}

/** Returns all words that the team file can put on the command line of a member's program. */
export function argumentsOf({ command, args, permissionArgs, modelFlag, model, resumeFlag }: AgentMember): string[] {
  const flags = [modelFlag, model, resumeFlag].filter((word) => word !== undefined);
  return [
    ...(command?.slice(1) ?? []),
    ...args,
    ...Object.values(permissionArgs ?? {}).flatMap((words) => words ?? []),
    ...flags,
  ];
}

/** Whether a member's instruction file is inside the folder of the team file, links resolved. True if it has none. */
export async function hasInstructionsInside(team: Team, { instructionFile }: AgentMember): Promise<boolean> {
  if (instructionFile === undefined) return true;
  const { folder } = await findTeamFiles({ ...team, members: [] });
  const { path, realPath = path } = await namedFile(resolve(instructionFile));
  return isInsideAny(realPath, [folder]);
}

/** Finds every file that a team uses. Opens none of them. */
export async function findTeamFiles(team: Team, cwd: string = process.cwd()): Promise<TeamFiles> {
  const given = team.file ?? join(cwd, 'ctx.team.yaml');
  const folder = await realpath(dirname(given)).catch(() => dirname(given));
  const folders = [...new Set([folder, await realpath(cwd).catch(() => cwd), ...foreignFolders(folder, cwd)])];
  const members = new Map<string, MemberFiles>();
  for (const member of agentsOf(team)) members.set(member.id, await filesOf(member, team, cwd));
  return { file: join(folder, basename(given)), folder, folders, members };
}

/** Whether a path is inside one of these folders, or is one of them. Does not read the disk. */
export function isInsideAny(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => isInside(path, folder));
}

async function filesOf(member: AgentMember, team: Team, cwd: string): Promise<MemberFiles> {
  const start = resolve(cwd, member.cwd ?? '.');
  const found: NamedFile[] = [];
  const program = programOf(member);
  const programFile = program === undefined ? undefined : await findProgram(program, process.env, { cwd: start });
  if (programFile !== undefined) found.push(await namedFile(programFile));
  // An argument may be a file, or `--option=file`.
  for (const word of argumentsOf(member).flatMap((whole) => [whole, whole.slice(whole.indexOf('=') + 1)])) {
    const path = resolve(start, word);
    if (word !== '' && !word.includes('\0') && (await isFile(path))) found.push(await namedFile(path));
  }
  if (member.instructionFile !== undefined) found.push(await namedFile(resolve(cwd, member.instructionFile)));
  return {
    files: [...new Map(found.map((file) => [file.path, file])).values()],
    runByCli: await Promise.all((await filesRunByCli(member, start)).map(namedFile)),
    readByCli: await Promise.all((await filesReadByCli(member, start)).map(namedFile)),
    commandLines: program === undefined ? [] : await commandLines(member, team),
    cwd: member.cwd === undefined ? undefined : await namedFile(start),
  };
}

async function namedFile(path: string): Promise<NamedFile> {
  return { path, realPath: await realpath(path).catch(() => undefined) };
}
