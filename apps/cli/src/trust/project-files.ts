import { readdir, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, parse, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { AgentMember, Team } from '@ctx/team';
import { agentsOf } from '../agents/agents-of.ts';
import { workTrees } from '../conversation/project-folder.ts';
import { isFile } from '../path-kind.ts';
import { isInsideAny } from './named-files.ts';
import { withRegularFile } from './open-regular.ts';

/** By member, then by path: the text of the project files that ctx passes to that member, the most general one first. */
export type ProjectTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A member gets no more than this of its project files. */
const MAX_BYTES = 64 * 1024;
const CUT = '[The rest is left out: at most 64 KB are passed on.]';

/** The files that ctx passes on, because the CLI does not read them in the way ctx starts it. */
const PASSED = new Map([
  ['claude-code', 'CLAUDE.md'],
  ['openai-codex', 'AGENTS.md'],
]);

/** The files that these CLIs read themselves. */
const READ_BY_CLI: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    'google-gemini': ['GEMINI.md'],
    qwen: ['QWEN.md', 'AGENTS.md'],
    opencode: ['AGENTS.md', 'CLAUDE.md'],
    copilot: ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md', '.github/copilot-instructions.md'],
  }),
);

/** Reads the project files that ctx passes to the members. A link that leads out of the work tree is not followed. */
export async function readProjectTexts(team: Team, cwd: string = process.cwd()): Promise<ProjectTexts> {
  const texts: Record<string, Readonly<Record<string, string>>> = {};
  for (const member of agentsOf(team)) {
    const own = await textsOf(member, resolve(cwd, member.cwd ?? '.'));
    if (Object.keys(own).length > 0) texts[member.id] = own;
  }
  return texts;
}

/**
 * The files of the project from which these CLIs start programs, whatever flags ctx passes: opencode from every folder up
 * to the root of the disk, Copilot CLI if the user has trusted the folder there. A `*` stands for any name.
 */
const RUN_BY_CLI: ReadonlyMap<string, readonly string[]> = new Map([
  ['opencode', ['.opencode/plugin/*', '.opencode/plugins/*']],
  ['copilot', ['.github/hooks/*', '.github/copilot/settings.json', '.claude/settings.json', '.mcp.json']],
]);

/** The existing instruction files of the project that a member's CLI reads itself, from the root of the work tree down. */
export function filesReadByCli({ agentType }: AgentMember, folder: string): Promise<string[]> {
  return existing((READ_BY_CLI.get(agentType) ?? []).flatMap((name) => placesOf(name, folder)));
}

/** The existing files from which a member's CLI may start programs although ctx did not ask for it. */
export async function filesRunByCli({ agentType }: AgentMember, folder: string): Promise<string[]> {
  const paths: string[] = [];
  for (const path of (RUN_BY_CLI.get(agentType) ?? []).flatMap((name) => placesOf(name, folder, parse(folder).root))) {
    if (basename(path) !== '*') paths.push(path);
    else for (const name of await readdir(dirname(path)).catch(() => [])) paths.push(join(dirname(path), name));
  }
  return existing(paths);
}

async function existing(paths: readonly string[]): Promise<string[]> {
  const exist = await Promise.all(paths.map(isFile));
  return paths.filter((_, index) => exist[index]);
}

/** The team, with the project files in the instructions of its members. */
export function withProjectTexts(team: Team, texts: ProjectTexts): Team {
  const members = team.members.map((member) => {
    const files = Object.entries(texts[member.id] ?? {});
    if (member.type !== 'ai' || files.length === 0) return member;
    const parts = [
      member.systemInstruction?.trim() ?? '',
      ...files.map(([path, content]) => asInstruction(path, content)),
    ];
    return { ...member, systemInstruction: parts.filter((part) => part !== '').join('\n\n') };
  });
  return { ...team, members };
}

/** Whether a text asks for the content of other files, which ctx does not add. */
export function hasImports(content: string): boolean {
  return /(?:^|\s)@[\w~./-]+\w/.test(content);
}

async function textsOf({ agentType }: AgentMember, folder: string): Promise<Record<string, string>> {
  const name = PASSED.get(agentType);
  if (name === undefined) return {};
  const { root } = workTrees(folder);
  const realRoot = await realpath(root).catch(() => root);
  const texts: Record<string, string> = {};
  let room = MAX_BYTES;
  for (const path of [...ownFiles(agentType), ...placesOf(name, folder)]) {
    const isOwn = ownFiles(agentType).includes(path);
    const content = await readStart(path, room, isOwn ? undefined : realRoot);
    if (content === undefined || content.trim() === '') continue;
    texts[path] = content;
    room = content.endsWith(CUT) ? 0 : room - Buffer.byteLength(content);
  }
  return texts;
}

// Codex reads the file in the user's home itself.
function ownFiles(agentType: string): string[] {
  if (agentType !== 'claude-code') return [];
  return [join(process.env['CLAUDE_CONFIG_DIR'] || join(homedir(), '.claude'), 'CLAUDE.md')];
}

function placesOf(name: string, folder: string, root = workTrees(folder).root): string[] {
  const below: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    below.unshift(join(at, name));
    if (at === root || dirname(at) === at) return below;
  }
}

/** The start of a file, without half a character at its end; undefined if there is none inside `root`. */
async function readStart(path: string, maxBytes: number, root: string | undefined): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    if (maxBytes <= 0 || (root !== undefined && !isInsideAny(real, [root]))) return undefined;
    return await withRegularFile(real, async (file) => {
      const content = await text(file.createReadStream({ autoClose: false, end: maxBytes - 1 }));
      const isCut = (await file.stat()).size > maxBytes;
      return isCut ? `${content.replace(/\uFFFD+$/, '')}\n${CUT}` : content;
    });
  } catch {
    // Nobody can read it, so nobody is told it.
    return undefined;
  }
}

// Indented, so that no line of it can be taken for one of the prompt's own.
function asInstruction(path: string, content: string): string {
  const lines = content.trimEnd().split(/\r?\n/);
  return [`The project's ${basename(path)} (${path}) says:`, ...lines.map((line) => `  ${line}`)].join('\n');
}
