import { CtxError } from '@ctx/contract';
import { loadTeam, type Team } from '@ctx/team';
import { agrees } from '../terminal/agrees.ts';
import { safeLine } from '../terminal/safe-text.ts';
import type { Ask, Terminal } from '../terminal/terminal.ts';
import { changedFiles, type Fingerprint, takeFingerprint } from './fingerprint.ts';
import { findTeamFiles } from './named-files.ts';
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
}

const NOT_RUN = 'Nothing was run. To agree, run this in a terminal; for this run only, add --trust.';

/** Trusts everything; for `--trust`. */
export const FULL_TRUST: TeamTrust = { check: async () => {}, askWith: () => {} };

/**
 * Makes sure that a person has agreed to what a team would do: now, earlier, or with `--trust`.
 * @throws CtxError `CTX_NOT_TRUSTED` if not. The list of what it would do has been printed by then.
 */
export async function requireTrust(terminal: Terminal, team: Team, options: TrustOptions): Promise<TeamTrust> {
  if (options.trust === true) return FULL_TRUST;
  let ask = terminal.ask;
  const now = await inspectParsed(team);
  const record = await readTrust(now.file);
  const changed = record === undefined ? [now.file] : changedFiles(record.fingerprint, now.fingerprint, now.file);
  if (changed.length > 0) {
    const notice = record === undefined ? `${now.file} has not been trusted yet.` : describeChange(changed);
    await agreeTo(now, { terminal, ask, notice, known: record?.shown ?? [], refusal: NOT_RUN });
  }
  let agreed = now;

  // Checks run one after the other: parallel turns must not ask at the same time.
  let last: Promise<unknown> = Promise.resolve();
  async function check(member: string): Promise<void> {
    // The running team does not change when its file does, but its files may have changed.
    const found = await inspect(team);
    const different = changedFiles(agreed.fingerprint, found.fingerprint, found.file, member);
    if (different.length === 0) return;
    const next = different.includes(found.file) ? await loadTeam(found.file).then(inspectParsed, () => found) : found;
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
  };
}

/** Trusts a team as it is now without asking, because ctx itself has just written it. */
export async function trustAsItIs(terminal: Terminal, team: Team): Promise<void> {
  await saveTrust(terminal, await inspectParsed(team));
}

/** The team as its file was when it was parsed: the person agrees to these bytes, not to what was put there since. */
function inspectParsed(team: Team): Promise<TeamNow> {
  return inspect(team, team.fileHash);
}

async function inspect(team: Team, parsedHash?: string): Promise<TeamNow> {
  const files = await findTeamFiles(team);
  return { file: files.file, fingerprint: await takeFingerprint(files, parsedHash), demands: teamDemands(team, files) };
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
}

async function agreeTo(now: TeamNow, { terminal, ask, notice, known, refusal }: Asking): Promise<void> {
  const demands = now.demands.flatMap(asLines);
  const marked = demands.map((line) => (isNew(line, known) ? `+${line.slice(1)}` : line));
  const list = [safeLine(notice), 'This team:', ...marked];
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

async function saveTrust(terminal: Terminal, { file, fingerprint, demands }: TeamNow): Promise<void> {
  try {
    await writeTrust({ version: 1, file, fingerprint, shown: demands.flatMap(asLines) });
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
