import { isDeepStrictEqual } from 'node:util';
import { CtxError } from '@ctx/contract';
import { loadTeam, type Team } from '@ctx/team';
import { agrees } from '../terminal/agrees.ts';
import { safeLine } from '../terminal/safe-text.ts';
import type { Ask, Terminal } from '../terminal/terminal.ts';
import { changedFiles, type Fingerprint, takeFingerprint } from './fingerprint.ts';
import { findTeamFiles } from './named-files.ts';
import { type ProjectTexts, readProjectTexts } from './project-files.ts';
import { type Demand, teamDemands } from './team-demands.ts';
import { readTrust, writeTrust } from './trust-record.ts';

/** A person's agreement to a team file while ctx runs. */
export interface TeamTrust {
  /**
   * Checks before a turn that the team file and the member's files are unchanged. If not, asks the person again.
   * @throws CtxError `CTX_NOT_TRUSTED` if the person does not agree, or if there is nobody to ask.
   */
  check(member: string): Promise<void>;
  /** Sets how the person is asked from now on. */
  askWith(ask: Ask): void;
  /** The project files that the person has agreed to pass on. What an agent writes into them since is not passed on. */
  readonly projectTexts: ProjectTexts;
}

/** The trust options of the command line. */
export interface TrustOptions {
  /** `--trust`: trust everything for this run, without asking. */
  readonly trust?: boolean | undefined;
}

/** A team as it is now: the content of its files, and what it would do. */
interface TeamNow {
  readonly file: string;
  readonly fingerprint: Fingerprint;
  readonly demands: readonly Demand[];
  readonly projectTexts: ProjectTexts;
}

const NOT_RUN = 'Nothing was run. To agree, run this in a terminal; for this run only, add --trust.';

/** Trusts everything; for `--trust`. */
export const FULL_TRUST: TeamTrust = { check: async () => {}, askWith: () => {}, projectTexts: {} };

/**
 * Makes sure that a person has agreed to what a team would do: now, earlier, or with `--trust`.
 * @throws CtxError `CTX_NOT_TRUSTED` if not. The list of what it would do has been printed by then.
 */
export async function requireTrust(terminal: Terminal, team: Team, options: TrustOptions): Promise<TeamTrust> {
  const found = await readProjectTexts(team);
  if (options.trust === true) return { ...FULL_TRUST, projectTexts: found };
  let ask = terminal.ask;
  let now = await inspect(team, found, team.fileHash);
  const record = await readTrust(now.file);
  const changed = record === undefined ? [now.file] : changedFiles(record.fingerprint, now.fingerprint, now.file);
  if (changed.length > 0) {
    const notice = record === undefined ? `${now.file} has not been trusted yet.` : describeChange(changed);
    const changedTexts = record === undefined ? [] : newTexts(record.projectTexts ?? {}, found);
    await agreeTo(now, { terminal, ask, notice, known: record?.shown ?? [], refusal: NOT_RUN, changedTexts });
  } else if (!isDeepStrictEqual(record?.projectTexts ?? {}, found)) {
    const known = record?.projectTexts ?? {};
    if (await agreesToTexts(terminal, known, found)) await saveTrust(terminal, now);
    else now = { ...now, projectTexts: known };
  }
  let agreed = now;

  // Checks run one after the other: parallel turns must not ask at the same time.
  let last: Promise<unknown> = Promise.resolve();
  async function check(member: string): Promise<void> {
    // The running team does not change when its file does, but its files may have changed.
    const found = await inspect(team, agreed.projectTexts);
    const different = changedFiles(agreed.fingerprint, found.fingerprint, found.file, member);
    if (different.length === 0) return;
    const next = different.includes(found.file)
      ? await loadTeam(found.file).then(
          (loaded) => inspect(loaded, agreed.projectTexts, loaded.fileHash),
          () => found,
        )
      : found;
    const notice = describeChange(different);
    const refusal = `${notice} Agree in a terminal, or for this run only with --trust.`;
    await agreeTo(next, { terminal, ask, notice, known: agreed.demands.flatMap(asLines), refusal });
    agreed = { ...found, fingerprint: { ...found.fingerprint, team: next.fingerprint.team }, demands: next.demands };
  }
  return {
    check(member) {
      const checked = last.then(() => check(member));
      last = checked.catch(() => {});
      return checked;
    },
    askWith(other) {
      if (ask !== undefined) ask = other;
    },
    projectTexts: agreed.projectTexts,
  };
}

/** The project files that members get now: those agreed to, or, if the person has not been asked yet, all that are there. */
export async function projectTextsOf(team: Team): Promise<ProjectTexts> {
  const { file } = await findTeamFiles({ ...team, members: [] });
  return (await readTrust(file))?.projectTexts ?? readProjectTexts(team);
}

/**
 * Trusts a team as it is now without asking, because ctx itself has just written it. It has not written the files of the
 * project, so the person is still asked about these.
 */
export async function trustAsItIs(terminal: Terminal, team: Team): Promise<void> {
  await saveTrust(terminal, await inspect(team, {}, team.fileHash));
}

/** The team as it is now. With `parsedHash` as it was parsed: the person agrees to these bytes, not to later ones. */
async function inspect(team: Team, projectTexts: ProjectTexts, parsedHash?: string): Promise<TeamNow> {
  const files = await findTeamFiles(team);
  const demands = teamDemands(team, files, projectTexts);
  return { file: files.file, fingerprint: await takeFingerprint(files, parsedHash), demands, projectTexts };
}

/** The texts that differ from those agreed to, by path. */
function newTexts(known: ProjectTexts, found: ProjectTexts): [path: string, text: string][] {
  const texts = new Map<string, string>();
  for (const [member, files] of Object.entries(found)) {
    for (const [path, text] of Object.entries(files)) if (known[member]?.[path] !== text) texts.set(path, text);
  }
  return [...texts];
}

/** Shows what is new in the project files, and asks whether it may be passed on. Nobody to ask: it may not. */
async function agreesToTexts({ ask, complain }: Terminal, known: ProjectTexts, found: ProjectTexts): Promise<boolean> {
  const changed = newTexts(known, found);
  const all = [known, found].flatMap((texts) => Object.values(texts).flatMap((files) => Object.keys(files)));
  const gone = [...new Set(all)].filter((path) => !Object.values(found).some((files) => path in files));
  const paths = [...changed.map(([path]) => path), ...gone].map(safeLine).join(', ');
  const before = Object.keys(known).length === 0 ? 'they are not passed on' : 'agents get what you agreed to before';
  if (ask === undefined) {
    complain(`ctx: Instructions of the project have changed: ${paths}. Until you agree in a terminal, ${before}.`);
    return false;
  }
  const question = `Instructions of the project have changed: ${paths}.\n${textLines(changed).join('\n')}`;
  return agrees(ask, `${question}\nPass them on to your agents? Until then ${before}. [y/N] `);
}

function textLines(texts: readonly (readonly [path: string, text: string])[]): string[] {
  return texts.flatMap(([path, text]) => [
    `  ${safeLine(path)}`,
    ...text
      .trimEnd()
      .split('\n')
      .map((line) => `    ${safeLine(line)}`),
  ]);
}

interface Asking {
  readonly terminal: Terminal;
  readonly ask: Ask | undefined;
  /** Why the person is asked. */
  readonly notice: string;
  /** The lines the person has seen before. */
  readonly known: readonly string[];
  /** What to say below the list if there is nobody to ask. */
  readonly refusal: string;
  /** Project files that differ from those agreed to before. */
  readonly changedTexts?: readonly (readonly [path: string, text: string])[] | undefined;
}

async function agreeTo(
  now: TeamNow,
  { terminal, ask, notice, known, refusal, changedTexts = [] }: Asking,
): Promise<void> {
  const demands = now.demands.flatMap(asLines);
  const marked = demands.map((line) => (isNew(line, known) ? `+${line.slice(1)}` : line));
  const list = [safeLine(notice), ...textLines(changedTexts), 'This team:', ...marked];
  if (ask === undefined) {
    for (const line of list) terminal.complain(line);
    throw notTrusted(refusal);
  }
  const shown = list.join('\n');
  if (!(await agrees(ask, `${shown}\nRun this team? You are asked again when its files change. [y/N] `))) {
    throw notTrusted(`${now.file} is not trusted, so nothing in it was run.`);
  }
  await saveTrust(terminal, now);
}

async function saveTrust(terminal: Terminal, { file, fingerprint, demands, projectTexts }: TeamNow): Promise<void> {
  try {
    await writeTrust({ version: 1, file, fingerprint, projectTexts, shown: demands.flatMap(asLines) });
  } catch (error) {
    // The person has agreed, so this run continues; the next one asks again.
    const why = safeLine((error as Error).message);
    terminal.complain(`ctx: Your answer about ${safeLine(file)} cannot be saved (${why}). It holds for this run only.`);
  }
}

function asLines({ what, lines }: Demand): string[] {
  return [`  ${what}`, ...lines.map((line) => `    ${safeLine(line)}`)];
}

// Without an earlier list everything is new, so no line is marked.
function isNew(line: string, known: readonly string[]): boolean {
  return known.length > 0 && !known.includes(line);
}

function describeChange(files: readonly string[]): string {
  return `Changed since it was trusted: ${files.join(', ')}.`;
}

function notTrusted(message: string): CtxError {
  return new CtxError('CTX_NOT_TRUSTED', message);
}
