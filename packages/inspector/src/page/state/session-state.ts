import type { HeldFloor, PromptSettingsRecord, QueueEntry, SessionMember, TurnStartRecord } from '@ctx/contract';
import { createMarkerStripper, type MarkerStripper } from '@ctx/core/markers';
import type { FedMessage, FedRecord, FedTurnEnd, LiveEvent } from '../../protocol/session-feed.ts';

/** A member of the session. */
export interface Member extends SessionMember {
  /** The number of an agent's colour; people have none. */
  readonly color?: number | undefined;
}

/** A turn that runs or has ended. */
export interface Turn {
  readonly start: TurnStartRecord;
  readonly end?: FedTurnEnd | undefined;
}

/** One entry of the conversation. */
export type Entry =
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly message: FedMessage;
      readonly turn?: string | undefined;
      readonly at: number;
    }
  | {
      readonly kind: 'task';
      readonly key: string;
      readonly task: string | null;
      readonly by?: string | undefined;
      readonly at: number;
    }
  /** A turn that ended without an answer. */
  | { readonly kind: 'silence'; readonly key: string; readonly turn: string; readonly at: number };

/** The output of a running turn so far. */
export interface Running {
  /** Without markers, and without half of one. */
  readonly text: string;
  readonly tools: readonly { readonly tool: string; readonly line: string }[];
  /** True if the rest of the output comes only with the answer. */
  readonly isFull: boolean;
}

/**
 * A session as the page knows it, built up record by record. Its lists and maps are changed in place; an entry or a turn is
 * replaced when it changes.
 */
export interface SessionState {
  team: string;
  startedAt?: number | undefined;
  task: string | null;
  readonly members: Map<string, Member>;
  readonly entries: Entry[];
  /** The index of each message in `entries`. */
  readonly places: Map<string, number>;
  readonly turns: Map<string, Turn>;
  queue: QueueEntry[];
  floor?: HeldFloor | undefined;
  readonly running: Set<string>;
  /** Turns with an unknown outcome that have not run again. */
  readonly lost: Set<string>;
  readonly live: Map<string, Running>;
  /** What takes the markers out of the output of a running turn. */
  readonly strippers: Map<string, MarkerStripper>;
  /** The newest prompt settings of each member. */
  readonly settings: Map<string, PromptSettingsRecord>;
}

/** The state before the first record. */
export function emptySession(): SessionState {
  return {
    team: '',
    task: null,
    members: new Map(),
    entries: [],
    places: new Map(),
    turns: new Map(),
    queue: [],
    running: new Set(),
    lost: new Set(),
    live: new Map(),
    strippers: new Map(),
    settings: new Map(),
  };
}

/** Applies the next record of the log. */
export function applyRecord(state: SessionState, record: FedRecord): void {
  switch (record.type) {
    case 'session-start':
      state.team = record.team;
      state.startedAt = record.at;
      for (const member of record.members ?? []) addMember(state, member);
      break;
    case 'earlier':
      for (const message of record.messages) addMessage(state, message, undefined, timeOf(message, record.at));
      state.task = record.task;
      break;
    case 'message':
      addMessage(state, record.message, record.turn, record.at);
      break;
    case 'task':
      state.task = record.task;
      if (record.by !== undefined || state.entries.length > 0) {
        state.entries.push({
          kind: 'task',
          key: `task-${state.entries.length}`,
          task: record.task,
          by: record.by,
          at: record.at,
        });
      }
      break;
    case 'queue':
      changeQueue(state, record.added ?? [], record.removed ?? []);
      break;
    case 'prompt-settings':
      state.settings.set(record.member, record);
      break;
    case 'turn-start':
      state.turns.set(record.turn, { start: record });
      state.running.add(record.turn);
      state.lost.delete(record.turn);
      state.floor = undefined;
      changeQueue(state, [], [record.call.id]);
      break;
    case 'turn-end':
      endTurn(state, record);
      break;
    case 'floor':
      state.floor = { member: record.member, reason: record.reason, note: record.note };
      if (record.call !== undefined) changeQueue(state, [], [record.call.id]);
      break;
    default:
  }
}

/** Applies the next pieces of a running turn. */
export function applyLive(state: SessionState, { turn, from, pieces }: LiveEvent): void {
  if (!state.running.has(turn)) return;
  const known = from === 0 ? undefined : state.live.get(turn);
  const stripper = (known && state.strippers.get(turn)) ?? createMarkerStripper();
  state.strippers.set(turn, stripper);
  let { text, isFull } = known ?? { text: '', isFull: false };
  const tools = [...(known?.tools ?? [])];
  for (const piece of pieces) {
    if (piece.type === 'text') text += stripper.push(piece.text);
    else if (piece.type === 'tool') tools.push({ tool: piece.tool, line: piece.line });
    else isFull = true;
  }
  state.live.set(turn, { text, tools, isFull });
}

/** The id of the member that a message is addressed to by id or name; an unknown name is returned unchanged. */
export function idOf({ members }: SessionState, name: string): string {
  if (members.has(name)) return name;
  return [...members.values()].find((member) => member.name === name)?.id ?? name;
}

function addMember(state: SessionState, member: SessionMember): void {
  if (state.members.has(member.id)) return;
  const agents = [...state.members.values()].filter(({ type }) => type === 'ai').length;
  state.members.set(member.id, member.type === 'ai' ? { ...member, color: agents % 8 } : member);
}

function addMessage(state: SessionState, message: FedMessage, turn: string | undefined, at: number): void {
  const { roleId: id, roleName: name, type } = message.speaker;
  if (type !== 'system') addMember(state, { id, name, type });
  if (type === 'human') state.floor = undefined;
  state.places.set(message.id, state.entries.length);
  state.entries.push({ kind: 'message', key: message.id, message, turn, at });
}

function endTurn(state: SessionState, end: FedTurnEnd): void {
  const known = state.turns.get(end.turn);
  if (known !== undefined) state.turns.set(end.turn, { ...known, end });
  state.running.delete(end.turn);
  state.live.delete(end.turn);
  state.strippers.delete(end.turn);
  if (end.status === 'unknown') state.lost.add(end.turn);
  if (end.messageId === undefined) {
    state.entries.push({ kind: 'silence', key: `silence-${end.turn}`, turn: end.turn, at: end.at });
  }
}

function changeQueue(state: SessionState, added: readonly QueueEntry[], removed: readonly string[]): void {
  const gone = new Set([...removed, ...added.map(({ id }) => id)]);
  state.queue = [...state.queue.filter(({ id }) => !gone.has(id)), ...added];
}

function timeOf({ timestamp }: FedMessage, fallback: number): number {
  return timestamp === undefined ? fallback : new Date(timestamp).getTime();
}
