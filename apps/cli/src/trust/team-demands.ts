import { resolve } from 'node:path';
import { type AgentMember, apiKeySource, type Team } from '@ctx/team';
import { agentsOf } from '../agents/agents-of.ts';
import { formatBytes } from '../render/format-amounts.ts';
import { quoteForShell } from '../terminal/shell-quote.ts';
import { argumentsOf, isInsideAny, type NamedFile, programOf, type TeamFiles } from './named-files.ts';
import { hasImports, type ProjectTexts } from './project-files.ts';

/** One kind of action of a team file, and a line for each case of it. */
export interface Demand {
  readonly what: string;
  readonly lines: readonly string[];
}

const DEFAULT_HOSTS = new Map([
  ['gemini-api', 'generativelanguage.googleapis.com'],
  ['openai-api', 'api.openai.com'],
]);

/** With a limited scheme: an unlimited one takes quadratic time on a long word. */
const HOST = /\w{1,20}:\/\/[^\s"'/\\]+/g;

/** Lists what a person should agree to before a team runs. Kinds without a case are left out. */
export function teamDemands(team: Team, files: TeamFiles, texts: ProjectTexts): Demand[] {
  const demands: [string, (member: AgentMember) => string[]][] = [
    ['starts programs', (member) => programLines(member, files)],
    ['passes variables', variableLines],
    ['talks to hosts', hostLines],
    ['reaches outside the folder', (member) => outsideLines(member, files)],
    ['takes instructions from the project', (member) => projectLines(member, files, texts)],
    ['may do more than read', permissionLines],
    ['has unrestricted members', unrestrictedLines],
  ];
  const agents = agentsOf(team);
  return demands
    .map(([what, linesOf]) => ({
      what,
      lines: agents.flatMap((member) => linesOf(member).map((line) => `${member.id}: ${line}`)),
    }))
    .filter(({ lines }) => lines.length > 0);
}

function programLines(member: AgentMember, { members, folders }: TeamFiles): string[] {
  const program = programOf(member);
  if (program === undefined) return [];
  const { files, commandLines, runByCli } = members.get(member.id) ?? { files: [], commandLines: [], runByCli: [] };
  // The turns of a member without a line will fail; what its program is stays in the list.
  const [first = quoteForShell(program), ...others] = commandLines;
  // PATH decides which file a bare name means, and PATH may contain the folder.
  const found = files.find(({ path }) => isFromPath(path, program));
  const isFromFolder = found !== undefined && isInsideAny(found.realPath ?? found.path, folders);
  const own = runByCli.map(({ path }) => `${path}, from which its CLI may start programs`);
  return [isFromFolder ? `${first} (the program is ${found.path})` : first, ...others, ...own];
}

function variableLines(member: AgentMember): string[] {
  const passed = member.env.map(({ name, from }) => (name === from ? name : `${name}, taken from ${from}`));
  const key = apiKeySource(member);
  return key === undefined ? passed : [...passed, `${key.names.join(' or ')}, as the key for the API`];
}

function hostLines(member: AgentMember): string[] {
  const words = [member.api?.baseUrl ?? '', member.command?.[0] ?? '', ...argumentsOf(member)];
  const hosts = words.flatMap((word) => [...word.matchAll(HOST)].map(([host]) => host));
  const own = member.api?.baseUrl === undefined ? DEFAULT_HOSTS.get(member.agentType) : undefined;
  return [...new Set(own === undefined ? hosts : [own, ...hosts])];
}

function outsideLines(member: AgentMember, { members, folder }: TeamFiles): string[] {
  const { files, cwd } = members.get(member.id) ?? { files: [] };
  const program = programOf(member);
  const instructionFile = member.instructionFile === undefined ? undefined : resolve(member.instructionFile);
  const outside = ({ path, realPath = path }: NamedFile, verb: string) => {
    if (isInsideAny(realPath, [folder])) return [];
    return [path === realPath ? `${verb} ${path}` : `${verb} ${realPath}, by the link ${path}`];
  };
  return [
    // A program found on PATH is already in the list of programs.
    ...files
      .filter(({ path }) => program === undefined || !isFromPath(path, program))
      .flatMap((file) => outside(file, file.path === instructionFile ? 'sends as instructions' : 'uses')),
    ...(cwd === undefined ? [] : outside(cwd, 'works in')),
  ];
}

function projectLines({ id }: AgentMember, { members }: TeamFiles, texts: ProjectTexts): string[] {
  const passed = Object.entries(texts[id] ?? {}).map(([path, text]) => {
    const size = formatBytes(Buffer.byteLength(text));
    return `${path}, ${size}${hasImports(text) ? '; its @imports are not followed' : ''}`;
  });
  const read = (members.get(id)?.readByCli ?? []).map(({ path }) => `${path}, which its CLI reads`);
  return [...passed, ...read];
}

function isFromPath(path: string, program: string): boolean {
  return !program.includes('/') && path.endsWith(`/${program}`);
}

function permissionLines({ permissions }: AgentMember): string[] {
  return permissions === 'edit' || permissions === 'full' ? [`permissions: ${permissions}`] : [];
}

function unrestrictedLines({ permissions }: AgentMember): string[] {
  return permissions === 'unrestricted' ? ['unrestricted, a program that ctx cannot limit'] : [];
}
