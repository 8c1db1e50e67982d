import { createFileCatalog, undoTurn } from '@ctx/team';
import { changesFolder } from '../conversation/project-folder.ts';
import { formatCount } from '../render/format-amounts.ts';
import { turnName } from '../render/turn-name.ts';
import { findSessionFile } from '../sessions/find-session.ts';
import { readSessionAndTurn, wantedTurn } from '../sessions/session-and-turn.ts';
import { readHistory } from '../sessions/session-history.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { ownCommand } from '../terminal/own-command.ts';
import { safeJson, safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { requireOwnSession } from '../trust/own-session.ts';
import type { TrustOptions } from '../trust/team-trust.ts';

/** The options of `ctx undo`. */
export interface UndoOptions extends TrustOptions {
  readonly force?: boolean | undefined;
  readonly json?: boolean | undefined;
  /** A folder in the work tree the member worked in; default the current folder. */
  readonly cwd?: string | undefined;
}

const CONSEQUENCE = 'Undoing it would write the files recorded in that session into this work tree.';

/** Undoes what a turn changed. If it is already undone, redoes it. */
export async function undo(
  terminal: Terminal,
  first: string | undefined,
  second: string | undefined,
  options: UndoOptions,
): Promise<number> {
  const wanted = readSessionAndTurn(first, second);
  const found = await findSessionFile(wanted.session);
  const { turn } = (wantedTurn(await readHistory(found), wanted, 'undo') ?? noTurn(first)).start;
  const store = await createFileCatalog({ directory: found.directory }).open(found.sessionId);
  try {
    await requireOwnSession(terminal, found, store, { ...options, consequence: CONSEQUENCE });
    const folder = changesFolder(found.directory);
    const { undone, files } = await undoTurn({ store, turn, folder, cwd: options.cwd, force: options.force });
    if (options.json === true) terminal.write(`${safeJson({ turn, undone, files })}\n`);
    else terminal.write(describe(turn, undone, files));
  } finally {
    await store.close();
  }
  return EXIT.done;
}

function noTurn(session: string | undefined): never {
  const command = `${ownCommand()} undo`;
  if (session === 'last') throw new UsageError(`\`last\` is the session here. Write: ${command} last last`);
  throw new UsageError(`Name the turn to undo: ${command} [session] <turn>. To see the turns: ${ownCommand()} diff`);
}

function describe(turn: string, undone: boolean, files: readonly string[]): string {
  const what = undone ? 'undone' : 'redone';
  const again = `The same command again ${undone ? 'redoes it' : 'undoes it'}.`;
  const lines = files.map((file) => `  ${safeLine(file)}\n`).join('');
  return `${turnName(turn)} was ${what}: ${formatCount(files.length, 'file')}. ${again}\n${lines}`;
}
