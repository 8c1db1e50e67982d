import {
  CtxError,
  type IContextProvider,
  type SessionRecord,
  type SessionStore,
  type TurnExecutor,
} from '@ctx/contract';
import { createMemberDirectory } from '../members/member-directory.ts';
import type { Team } from '../team-file/team.ts';
import type { Conversation } from './conversation.ts';
import { announce, type ConversationParts } from './conversation-parts.ts';
import { type ConversationState, snapshotState } from './conversation-state.ts';
import { createEventHub } from './event-hub.ts';
import { createFloorLoop } from './floor-loop.ts';
import { sayAsHuman } from './say-as-human.ts';
import { createSessionJournal } from './session-journal.ts';

const DEFAULT_CANCEL_GRACE_MS = 15_000;

/** A conversation that has been decided on, new or resumed. */
export interface ConversationBeginning {
  readonly team: Team;
  readonly sessionId: string;
  readonly context: IContextProvider;
  readonly executor: TurnExecutor;
  readonly store: SessionStore;
  readonly state: ConversationState;
  /** `seq` of the newest record in the store. */
  readonly seq: number;
  /** Written in front of the first record. */
  readonly opening: readonly SessionRecord[];
  readonly eventBuffer: number | undefined;
  readonly cancelGraceMs: number | undefined;
}

/** Puts the pieces together and gives them their public face. */
export function openConversation(beginning: ConversationBeginning): Conversation {
  const { team, context, executor, sessionId, state, store } = beginning;
  const hub = createEventHub(beginning.eventBuffer);
  const parts: ConversationParts = {
    team,
    sessionId,
    directory: createMemberDirectory(team),
    context,
    executor,
    journal: createSessionJournal(store, beginning.seq, beginning.opening),
    hub,
    state,
    cancelGraceMs: beginning.cancelGraceMs ?? DEFAULT_CANCEL_GRACE_MS,
  };
  const loop = createFloorLoop(parts);
  let closing: Promise<void> | undefined;
  let notesTold = false;

  function tellNotes(): void {
    if (notesTold) return;
    notesTold = true;
    for (const text of store.notes ?? []) hub.publish({ type: 'notice', kind: 'log-note', text });
  }

  async function close(): Promise<void> {
    loop.stop();
    hub.stopWaiting();
    for (const turn of state.running.values()) turn.abort.abort();
    await loop.rest();
    loop.end({ reason: 'closed' });
    await parts.journal.close();
  }

  return {
    sessionId,
    async send(text, from, options = {}) {
      if (loop.hasEnded() || closing !== undefined) {
        throw new CtxError('CTX_CONVERSATION_ENDED', 'The conversation is over; resume its session to go on.');
      }
      tellNotes();
      const { message, records, events } = sayAsHuman(parts, text, from, options);
      try {
        await parts.journal.write(records);
      } catch (error) {
        loop.end({ reason: 'failed', error: error instanceof Error ? error : new Error(String(error)) });
        throw error;
      }
      const told = announce(hub, events);
      loop.start();
      await told;
      return message;
    },
    events: () => hub.subscribe(),
    proceed() {
      if (closing !== undefined || loop.hasEnded()) return;
      tellNotes();
      if (state.floor === undefined) loop.start();
      else if (!loop.isMoving()) hub.publish({ type: 'waiting-for-human', ...state.floor });
    },
    cancel(turn) {
      for (const running of state.running.values()) {
        if (turn === undefined || running.id === turn) running.abort.abort();
      }
    },
    idle: () => loop.rest(),
    status: () => ({
      state: loop.hasEnded() || closing !== undefined ? 'ended' : loop.isMoving() ? 'running' : 'resting',
      running: [...state.running.values()].map(({ id, call }) => ({ turn: id, member: call.member })),
      waiting: state.queue.waiting(),
      floor: state.floor,
      turnsSinceHuman: state.turnsSinceHuman,
    }),
    snapshot: () => ({ version: 1, context: context.exportSnapshot(), ...snapshotState(state) }),
    close() {
      closing ??= close();
      return closing;
    },
  };
}
