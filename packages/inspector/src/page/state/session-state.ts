import type {
  HeldFloor,
  LostTurn,
  PromptSettingsRecord,
  QueueEntry,
  SessionMember,
  TurnEndRecord,
  TurnStartRecord,
} from '@ctx/contract';
import type { FedMessage, FedRecord, LiveEvent } from '../../protocol/session-feed.ts';

/** Somebody in the session, with the number of their colour; people have none. */
export interface Member extends SessionMember {
  readonly color?: number | undefined;
}

/** A turn, from its start. */
export interface Turn {
  readonly start: TurnStartRecord;
  readonly end?: TurnEndRecord | undefined;
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
  /** A turn that ended without a word. */
  | { readonly kind: 'silence'; readonly key: string; readonly turn: string; readonly at: number };

/** What a running turn has said and what it does. */
export interface Running {
  readonly text: string;
  readonly tools: readonly { readonly tool: string; readonly line: string }[];
  readonly isFull: boolean;
}

/** A session as the page knows it. Folded from records; lists grow in place, entries and turns are replaced when they change. */
export interface SessionState {
  team: string;
  startedAt?: number | undefined;
  task: string | null;
  readonly members: Map<string, Member>;
  readonly entries: Entry[];
  /** Where each message is in `entries`. */
  readonly places: Map<string, number>;
  readonly turns: Map<string, Turn>;
  queue: QueueEntry[];
  floor?: HeldFloor | undefined;
  readonly running: Set<string>;
  readonly lost: Map<string, LostTurn | undefined>;
  readonly live: Map<string, Running>;
  /** What each member's prompts are made with, as last told. */
  readonly settings: Map<string, PromptSettingsRecord>;
}

/** A session of which nothing is known yet. */
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
    lost: new Map(),
    live: new Map(),
    settings: new Map(),
  };
}

/** Takes what the next record of the log tells. */
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

/** Takes what a running turn has said. */
export function applyLive(state: SessionState, { turn, from, pieces }: LiveEvent): void {
  if (!state.running.has(turn)) return;
  const known = from === 0 ? undefined : state.live.get(turn);
  let { text, tools, isFull } = known ?? { text: '', tools: [], isFull: false };
  for (const piece of pieces) {
    if (piece.type === 'text') text += piece.text;
    else if (piece.type === 'tool') tools = [...tools, { tool: piece.tool, line: piece.line }];
    else isFull = true;
  }
  state.live.set(turn, { text, tools, isFull });
}

/** The id of a member by the name that messages are addressed with; a name nobody has is its own id. */
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

function endTurn(state: SessionState, end: TurnEndRecord): void {
  const known = state.turns.get(end.turn);
  if (known !== undefined) state.turns.set(end.turn, { ...known, end });
  state.running.delete(end.turn);
  state.live.delete(end.turn);
  if (end.status === 'unknown') state.lost.set(end.turn, undefined);
  const hasWords = state.entries.slice(-3).some((entry) => entry.kind === 'message' && entry.turn === end.turn);
  if (!hasWords) state.entries.push({ kind: 'silence', key: `silence-${end.turn}`, turn: end.turn, at: end.at });
}

function changeQueue(state: SessionState, added: readonly QueueEntry[], removed: readonly string[]): void {
  const gone = new Set([...removed, ...added.map(({ id }) => id)]);
  state.queue = [...state.queue.filter(({ id }) => !gone.has(id)), ...added];
}

function timeOf({ timestamp }: FedMessage, otherwise: number): number {
  return timestamp === undefined ? otherwise : new Date(timestamp).getTime();
}
