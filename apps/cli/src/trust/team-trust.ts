import { CtxError } from '@ctx/contract';
import { loadTeam, type Team } from '@ctx/team';
import { safeLine } from '../terminal/safe-text.ts';
import type { Ask, Terminal } from '../terminal/terminal.ts';
import { agrees } from './agrees.ts';
import { changedFiles, type Fingerprint, takeFingerprint } from './fingerprint.ts';
import { findTeamFiles } from './named-files.ts';
import { type Demand, teamDemands } from './team-demands.ts';
import { readTrust, writeTrust } from './trust-record.ts';

/** A person's agreement to a team file, for as long as ctx runs. */
export interface TeamTrust {
  /**
   * Whether a member may take a turn: the team file and its own files are still what was agreed to, or a person agrees now.
   * @throws CtxError `CTX_NOT_TRUSTED`
   */
  check(member: string): Promise<void>;
  /** From now on the person is asked in this way. */
  askWith(ask: Ask): void;
}

/** How the command line answers. */
export interface TrustOptions {
  /** `--trust`: agreed to, whatever it is, for this run. */
  readonly trust?: boolean | undefined;
}

/** What a team is now: its files by content, and what it would do. */
interface TeamNow {
  readonly file: string;
  readonly fingerprint: Fingerprint;
  readonly demands: readonly Demand[];
}

/** Trust in everything: for a team that no file describes, and for `--trust`. */
export const FULL_TRUST: TeamTrust = { check: async () => {}, askWith: () => {} };

/**
 * Makes sure that a person has agreed to what a team would do, before any of it is done: now, earlier, or by `--trust`.
 * @throws CtxError `CTX_NOT_TRUSTED` when nobody has; what it would do has been said then.
 */
export async function requireTrust(terminal: Terminal, team: Team, options: TrustOptions): Promise<TeamTrust> {
  if (options.trust === true) return FULL_TRUST;
  let ask = terminal.ask;
  const now = await lookAt(team);
  const record = await readTrust(now.file);
  const changed = record === undefined ? [now.file] : changedFiles(record.fingerprint, now.fingerprint, now.file);
  if (changed.length > 0) {
    const news = record === undefined ? `${now.file} has not been trusted yet.` : sayChanged(changed);
    await agreeTo(now, { terminal, ask, news, known: record?.shown ?? [] });
  }
  let agreed = now;

  // Members that speak at the same time must not ask at the same time.
  let last: Promise<unknown> = Promise.resolve();
  async function check(member: string): Promise<void> {
    // The team that runs is the one that was loaded; the file may describe another one by now.
    const found = await lookAt(team);
    const different = changedFiles(agreed.fingerprint, found.fingerprint, found.file, member);
    if (different.length === 0) return;
    const next = different.includes(found.file) ? await loadTeam(found.file).then(lookAt, () => found) : found;
    await agreeTo(next, { terminal, ask, news: sayChanged(different), known: agreed.demands.flatMap(asLines) });
    agreed = { ...found, demands: next.demands };
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

/** Trusts a team as it is now, without a question: ctx itself has just written it. */
export async function trustAsItIs(terminal: Terminal, team: Team): Promise<void> {
  await keep(terminal, await lookAt(team));
}

async function lookAt(team: Team): Promise<TeamNow> {
  const files = await findTeamFiles(team);
  return { file: files.file, fingerprint: await takeFingerprint(files), demands: teamDemands(team, files) };
}

interface Asking {
  readonly terminal: Terminal;
  readonly ask: Ask | undefined;
  readonly news: string;
  readonly known: readonly string[];
}

async function agreeTo(now: TeamNow, { terminal, ask, news, known }: Asking): Promise<void> {
  const demands = now.demands.flatMap(asLines);
  const marked = demands.map((line) => (isNew(line, known) ? `+${line.slice(1)}` : line));
  const list = [safeLine(news), 'This team', ...marked];
  if (ask === undefined) {
    for (const line of list) terminal.complain(line);
    throw notTrusted(`${news} Look at the list, then agree to it in a terminal, or for one run with --trust.`);
  }
  const shown = list.join('\n');
  if (!(await agrees(ask, `${shown}\nTrust it until one of its files changes? [y/N] `))) {
    throw notTrusted(`${now.file} is not trusted: nothing of it was run.`);
  }
  await keep(terminal, now);
}

async function keep(terminal: Terminal, { file, fingerprint, demands }: TeamNow): Promise<void> {
  try {
    await writeTrust({ version: 1, file, fingerprint, shown: demands.flatMap(asLines) });
  } catch (error) {
    // Agreed is agreed; the next run asks again.
    const why = safeLine((error as Error).message);
    terminal.complain(`ctx: that ${safeLine(file)} is trusted cannot be kept (${why}); it holds for this run.`);
  }
}

function asLines({ what, lines }: Demand): string[] {
  return [`  ${what}`, ...lines.map((line) => `    ${safeLine(line)}`)];
}

// With nothing to compare to, all of it is new, and a sign before each line would say nothing.
function isNew(line: string, known: readonly string[]): boolean {
  return known.length > 0 && !known.includes(line);
}

function sayChanged(files: readonly string[]): string {
  return `Changed since it was trusted: ${files.join(', ')}.`;
}

function notTrusted(message: string): CtxError {
  return new CtxError('CTX_NOT_TRUSTED', message);
}
