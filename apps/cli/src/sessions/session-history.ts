import type {
  ConversationMessage,
  SessionMember,
  SessionRecord,
  TurnEndRecord,
  TurnStartRecord,
  WorkTreeChanges,
} from '@ctx/contract';
import type { TeamMember } from '@ctx/team';
import { UsageError } from '../terminal/usage-error.ts';
import { type FoundSession, openSession } from './find-session.ts';

/** One turn of a session. */
export interface PastTurn {
  readonly start: TurnStartRecord;
  /** Missing if the turn was lost or is still running. */
  readonly end?: TurnEndRecord | undefined;
  /** What its member may do, if the log says so. */
  readonly permissions?: string | undefined;
  /** What has become different since a turn without an end began. */
  readonly changesSoFar?: WorkTreeChanges | undefined;
}

/** Everything in the log of a session. */
export interface SessionHistory {
  readonly sessionId: string;
  readonly team: string;
  readonly startedAt?: number | undefined;
  /** Whether a conversation was writing the log when it was read. Missing if that is not known. */
  readonly isWritten?: boolean | undefined;
  /** What a person should know about the log, one sentence each. */
  readonly notes: readonly string[];
  /** What is damaged in the log, one sentence each. */
  readonly damage: readonly string[];
  /** The undamaged records. */
  readonly records: readonly SessionRecord[];
  /** In order; those of a snapshot come first. */
  readonly messages: readonly ConversationMessage[];
  /** By id, such as `turn-3`. */
  readonly turns: ReadonlyMap<string, PastTurn>;
  /** The members of the team when the session was started, and everybody who said something. */
  readonly speakers: readonly TeamMember[];
}

/** Reads a session without locking or changing it. */
export async function readHistory(found: FoundSession): Promise<SessionHistory> {
  const { sessionId } = found;
  const records: SessionRecord[] = [];
  const store = await openSession(found);
  // Asked first: a turn that ends while the log is read was running, not cut off.
  const isWritten = await store.isWritten?.();
  for await (const { record } of store.read()) records.push(record);
  await store.close();
  const opening = records.find((record) => record.type === 'session-start');
  const turns = new Map<string, PastTurn>();
  const permissions = new Map<string, string | undefined>();
  const messages: ConversationMessage[] = [];
  for (const record of records) {
    if (record.type === 'snapshot') for (const message of record.snapshot.context.messages) messages.push(message);
    if (record.type === 'message') messages.push(record.message);
    if (record.type === 'prompt-settings') permissions.set(record.member, record.permissions);
    if (record.type === 'turn-start') {
      turns.set(record.turn, { start: record, permissions: permissions.get(record.call.member) });
    }
    if (record.type === 'turn-end') {
      const started = turns.get(record.turn);
      if (started !== undefined) turns.set(record.turn, { ...started, end: record });
    }
  }
  return {
    sessionId: opening?.sessionId ?? sessionId,
    team: opening?.team ?? '',
    startedAt: opening?.at,
    isWritten,
    notes: store.notes ?? [],
    damage: store.damage ?? [],
    records,
    messages,
    turns,
    speakers: speakersOf(opening?.members ?? [], messages),
  };
}

/** How a turn is going that has no end in the log. */
export function describeUnfinished({ isWritten }: Pick<SessionHistory, 'isWritten'>): string {
  if (isWritten === undefined) return 'cut off, or still running';
  return isWritten ? 'still running' : 'cut off';
}

/** What a command about turns says before the first one. */
export const NO_TURN_YET = 'No agent has had a turn in this session yet.';

/**
 * Finds a turn by its number, its id, or `last`. `newest` is the command that names the newest turn; a chat needs none.
 * @throws UsageError if there is none.
 */
export function findTurn({ turns }: Pick<SessionHistory, 'turns'>, wanted: string, newest?: string): PastTurn {
  const found = wanted === 'last' ? [...turns.values()].at(-1) : (turns.get(wanted) ?? turns.get(`turn-${wanted}`));
  if (found !== undefined) return found;
  if (turns.size === 0) throw new UsageError(NO_TURN_YET);
  throw new UsageError(`There is no turn "${wanted}" in this session. ${describeTurns(turns.size, newest)}`);
}

function describeTurns(count: number, newest: string | undefined): string {
  if (count === 1) return 'This session has 1 turn.';
  return newest === undefined ? `Use 1 to ${count}, or last.` : `Turns are 1 to ${count}; the newest is ${newest}.`;
}

// Read from the log, because the team file may have changed or moved since.
function speakersOf(startedWith: readonly SessionMember[], messages: readonly ConversationMessage[]): TeamMember[] {
  const members = new Map<string, TeamMember>();
  const add = (id: string, label: string, type: string) => {
    if (type === 'human') members.set(id, { id, label, type });
    if (type === 'ai') {
      members.set(id, { id, label, type, agentType: '', env: [], args: [], permissions: 'read-only' });
    }
  };
  for (const { id, name, type } of startedWith) add(id, name, type);
  for (const { speaker } of messages) add(speaker.roleId, speaker.roleName, speaker.type);
  return [...members.values()];
}
