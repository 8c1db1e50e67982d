import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { oneLine } from '@ctx/agent-runner';
import {
  CtxError,
  requireNoMore,
  type SessionRecord,
  type SessionStore,
  type TurnEndRecord,
  type TurnStartRecord,
  type UndoRecord,
} from '@ctx/contract';
import { createStoreClaim } from '../../conversation/output/store-claim.ts';
import { SYSTEM_SPEAKER } from '../../members/system-speaker.ts';
import { userFolder } from '../../session/session-key.ts';
import { createChangeRecorder } from '../change-recorder.ts';
import { findWorkTree } from '../find-work-tree.ts';
import { readablePath } from '../git-path.ts';
import { createPrivateGit } from '../private-git.ts';
import { DEFAULT_CHANGES_DIRECTORY } from '../recording-executor.ts';
import { planUndo } from './plan-undo.ts';
import { putInPlace } from './put-in-place.ts';
import { removeStaged, stageFiles } from './stage-files.ts';

/** Which turn to undo, and where. */
export interface UndoTurnOptions {
  /** The session's log. No other process may be writing it. */
  readonly store: SessionStore;
  /** Id of the turn, such as `turn-3`. */
  readonly turn: string;
  /** A folder in the work tree that the member worked in. Default: the working directory. Only this tree is written. */
  readonly cwd?: string | undefined;
  /** The folder with the snapshots. Default `.ctx/changes` in the working directory. */
  readonly folder?: string | undefined;
  /** The user's own folder, in which ctx keeps the configuration it gives to git. Default `userFolder()`. */
  readonly userFolder?: string | undefined;
  /**
   * Undo even if other turns ran in the same tree at the same time, and some changes may be theirs; or if the turn was cut
   * off, and all that changed since may be anybody's. Default false.
   */
  readonly force?: boolean | undefined;
}

/** The outcome of `undoTurn`. */
export interface UndoneTurn {
  /** False if the changes were redone, because they had been undone before. */
  readonly undone: boolean;
  readonly files: readonly string[];
}

const KNOWN_OPTIONS: Record<keyof UndoTurnOptions, true> = {
  store: true,
  turn: true,
  cwd: true,
  folder: true,
  userFolder: true,
  force: true,
};

const FILES_IN_MESSAGE = 10;

/**
 * Undoes the changes of a turn's member in its work tree, never what changed meanwhile; called again, it redoes them.
 * Changes all files or none. Later changes in other lines of the same files are kept. Writes a record and a message for
 * the members to the log.
 * @throws CtxError `CTX_UNDO_REFUSED` with the conflicting files; `CTX_STORE_LOCKED` while the session runs.
 * @throws TypeError for an unknown option.
 */
export async function undoTurn(options: UndoTurnOptions): Promise<UndoneTurn> {
  requireNoMore(options, KNOWN_OPTIONS);
  const { store, turn } = options;
  const claim = createStoreClaim(store);
  const epoch = await claim.take();
  try {
    const log = await readLog(store, turn);
    const undone = !log.isUndone;
    const ended = log.end ?? (await endOfCutOff(log, options));
    const changed = await changeFiles(options, ended, undone);
    try {
      const tree = log.end === undefined ? ended.changes?.after : undefined;
      const records = recordsOf(log, { turn, undone, files: changed.files, tree });
      await store.append(records, { expectedSeq: log.seq, operationId: randomUUID(), epoch });
    } catch (error) {
      await changed.rollBack();
      throw error;
    } finally {
      await changed.dispose();
    }
    return { undone, files: changed.files };
  } finally {
    await claim.release();
  }
}

type UndoableTurn = Pick<TurnEndRecord, 'turn' | 'status' | 'changes'>;

interface UndoLog {
  readonly seq: number;
  readonly start: TurnStartRecord | undefined;
  /** Missing for a turn that was cut off and whose session was not resumed, or that was undone before it was. */
  readonly end: UndoableTurn | undefined;
  readonly isUndone: boolean;
  /** The tree that was undone, of a turn that had no end then. */
  readonly undoneTree: string | undefined;
  /** Highest N of the messages `msg-N`. */
  readonly lastMessage: number;
  readonly speaker: string;
}

async function readLog(store: SessionStore, turn: string): Promise<UndoLog> {
  let seq = 0;
  let start: TurnStartRecord | undefined;
  let end: TurnEndRecord | undefined;
  let isUndone = false;
  let undoneTree: string | undefined;
  let lastMessage = 0;
  const names = new Map<string, string>();
  const note = (message: { readonly id: string; readonly speaker: { roleId: string; roleName: string } }) => {
    lastMessage = Math.max(lastMessage, Number(/^msg-(\d+)$/.exec(message.id)?.[1] ?? 0));
    names.set(message.speaker.roleId, message.speaker.roleName);
  };
  for await (const stored of store.read()) {
    const { record } = stored;
    seq = stored.seq;
    if (record.type === 'session-start') for (const { id, name } of record.members ?? []) names.set(id, name);
    else if (record.type === 'message') note(record.message);
    else if (record.type === 'snapshot') record.snapshot.context.messages.forEach(note);
    else if (record.type === 'turn-start' && record.turn === turn) {
      // A turn that runs again has changes of its own.
      start = record;
      end = undefined;
      isUndone = false;
      undoneTree = undefined;
    } else if (record.type === 'turn-end' && record.turn === turn) end = record;
    else if (record.type === 'undo' && record.turn === turn) {
      isUndone = record.undone;
      undoneTree = record.tree;
    }
  }
  const member = end?.member ?? start?.call.member;
  if (member === undefined) throw refusal(`This session has no turn ${turn}.`);
  // An end that a resume wrote since compares with the files as they were after the undo.
  if (undoneTree !== undefined) end = undefined;
  return { seq, start, end, isUndone, undoneTree, lastMessage, speaker: names.get(member) ?? member };
}

/** The end that a turn has which was cut off: all that changed since its start, up to now or to when it was undone. */
async function endOfCutOff({ start, undoneTree }: UndoLog, options: UndoTurnOptions): Promise<UndoableTurn> {
  const { turn, cwd = '.', folder = DEFAULT_CHANGES_DIRECTORY, userFolder: ownFolder = userFolder() } = options;
  const end = { turn, status: 'unknown' } as const;
  const before = start?.tree;
  if (before === undefined) return { ...end, changes: { files: [], unknown: 'nobody recorded it' } };
  if (undoneTree !== undefined) return { ...end, changes: { files: [], before, after: undoneTree } };
  const recorder = createChangeRecorder({ folder: resolve(folder), userFolder: ownFolder });
  return { ...end, changes: await recorder.since(before, resolve(cwd)) };
}

interface ChangedFiles {
  readonly files: readonly string[];
  rollBack(): Promise<void>;
  dispose(): Promise<void>;
}

async function changeFiles(
  options: UndoTurnOptions,
  { turn, status, changes }: UndoableTurn,
  undone: boolean,
): Promise<ChangedFiles> {
  const { after, meanwhile, sharedWith, unknown } = changes ?? {};
  const isCutOff = status === 'unknown';
  // What else changed in that time stays. Of a turn that was cut off, nothing is known to be its own.
  const before = isCutOff ? changes?.before : (meanwhile?.tree ?? changes?.before);
  if (before === undefined || after === undefined) {
    throw refusal(`It is not known what ${turn} changed${unknown === undefined ? '' : `: ${unknown}`}.`);
  }
  if (before === after) {
    const others = meanwhile === undefined ? '' : ` What changed meanwhile, not known by whom, stays.`;
    throw refusal(`${turn} changed nothing${meanwhile === undefined ? '' : ' that is known to be its own'}.${others}`);
  }
  if (isCutOff && options.force !== true) {
    throw refusal(`${turn} was cut off, so what changed since may be anybody's. To undo all of it, use --force.`);
  }
  if (sharedWith !== undefined && options.force !== true) {
    const others = sharedWith.map((other) => oneLine(other, 80)).join(', ');
    throw refusal(`${turn} ran together with ${others}, and the change may be theirs. To undo it all, use --force.`);
  }
  for (const id of [before, after]) {
    // The log may be forged. Only a hash is passed to git, never an option or a name.
    if (!/^[0-9a-f]{40,64}$/.test(id)) throw refusal(`The log has no valid snapshot of ${turn}.`);
  }
  const cwd = resolve(options.cwd ?? '.');
  const tree = await findWorkTree(cwd);
  if (tree === undefined) throw refusal(`${cwd} is not in a git work tree.`);
  try {
    const git = await createPrivateGit({
      tree,
      folder: resolve(options.folder ?? DEFAULT_CHANGES_DIRECTORY),
      userFolder: options.userFolder ?? userFolder(),
    });
    const known = await git.run({ args: ['cat-file', '-e', `${after}^{tree}`], accept: [0, 1, 128] });
    if (known.exitCode !== 0) {
      throw refusal(`There is no snapshot of ${turn} for ${tree.top}. Name the folder its member worked in: --cwd.`);
    }
    const plan = await planUndo(git, undone ? after : before, undone ? before : after);
    if (plan.conflicts.length > 0) throw conflictError(turn, undone, plan.conflicts);
    const staged = await stageFiles(git, plan.files);
    try {
      if (staged.conflicts.length > 0) throw conflictError(turn, undone, staged.conflicts);
      const placed = await putInPlace(git, plan.files, staged);
      const files = plan.files.map(({ path }) => readablePath(path));
      return { files, rollBack: placed.rollBack, dispose: () => removeStaged(staged) };
    } catch (error) {
      await removeStaged(staged);
      throw error;
    }
  } catch (error) {
    if (CtxError.isInstance(error)) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw refusal(`${turn} cannot be ${undone ? 'undone' : 'redone'}: ${why}. Nothing was changed.`, error);
  }
}

function recordsOf(log: UndoLog, undo: Omit<UndoRecord, 'type' | 'at'>): SessionRecord[] {
  const { turn, undone, files } = undo;
  const at = Date.now();
  const shown = files.slice(0, FILES_IN_MESSAGE).map((file) => oneLine(file, 200));
  const more = files.length > shown.length ? ` and ${files.length - shown.length} more` : '';
  const what = undone ? 'were undone' : 'were redone';
  const message = {
    id: `msg-${log.lastMessage + 1}`,
    content: `The changes of ${log.speaker} in ${turn} ${what}: ${shown.join(', ')}${more}.`,
    speaker: SYSTEM_SPEAKER,
    timestamp: at,
  } as const;
  return [
    { type: 'undo', ...undo, at },
    { type: 'message', message, at },
  ];
}

function conflictError(turn: string, undone: boolean, files: readonly string[]): CtxError {
  const names = files.map((file) => oneLine(file, 200)).join(', ');
  const what = undone ? 'undone' : 'redone';
  return refusal(
    `The changes of ${turn} cannot be ${what}: changed since, or not a plain file: ${names}. Nothing was changed.`,
  );
}

function refusal(message: string, cause?: unknown): CtxError {
  return new CtxError('CTX_UNDO_REFUSED', message, { cause });
}
