import {
  CtxError,
  type IContextProvider,
  type SessionRecord,
  type SessionStore,
  type TurnExecutor,
} from '@ctx/contract';
import type { Prices } from '../cost/prices.ts';
import { limitNotes, reachedLimit } from '../cost/reached-limit.ts';
import { humanSpeaker } from '../members/human-speaker.ts';
import { createMemberDirectory } from '../members/member-directory.ts';
import type { Team } from '../team-file/team.ts';
import type { Conversation, ConversationStatus } from './conversation.ts';
import { type ConversationState, snapshotState } from './conversation-state.ts';
import { dropCalls } from './floor/drop-calls.ts';
import { createFloorLoop } from './floor/floor-loop.ts';
import { sayAsHuman } from './floor/say-as-human.ts';
import { setTask } from './floor/set-task.ts';
import type { LiveConversation } from './live-conversation.ts';
import { decideLost } from './lost/decide-lost.ts';
import { turnLost } from './lost/lose-turn.ts';
import { createEventHub } from './telling/event-hub.ts';
import { createSessionJournal } from './telling/session-journal.ts';
import type { StoreClaim } from './telling/store-claim.ts';
import { type Consequences, tell } from './telling/tell.ts';

const DEFAULT_CANCEL_GRACE_MS = 15_000;

/** A conversation that has been decided on, new or resumed. */
export interface ConversationBeginning {
  readonly team: Team;
  readonly sessionId: string;
  readonly context: IContextProvider;
  readonly executor: TurnExecutor;
  readonly store: SessionStore;
  readonly state: ConversationState;
  readonly claim: StoreClaim;
  /** `seq` of the newest record in the store. */
  readonly seq: number;
  /** Written before the first record. */
  readonly opening: readonly SessionRecord[];
  readonly eventBuffer: number | undefined;
  readonly cancelGraceMs: number | undefined;
  readonly prices?: Prices | undefined;
}

/** Puts the pieces together and gives them their public face. */
export function openConversation(beginning: ConversationBeginning): Conversation {
  const live = createLiveConversation(beginning);
  const { context, directory, hub, journal, sessionId, state } = live;
  const { store, claim } = beginning;
  const loop = createFloorLoop(live);
  claim.onLost((error) => loop.fail(error));
  let closing: Promise<void> | undefined;
  let notesTold = false;

  const isOver = () => loop.hasEnded() || closing !== undefined;

  function tellNotes(): void {
    if (notesTold) return;
    notesTold = true;
    for (const text of store.notes ?? []) hub.publish({ type: 'notice', kind: 'log-note', text });
    for (const text of limitNotes(live.team, live.prices)) hub.publish({ type: 'notice', kind: 'limit', text });
    for (const lost of state.lost.values()) hub.publish(turnLost(lost));
  }

  // What a human does. It is refused after the end; what cannot be written down ends the conversation.
  async function perform<Act extends Consequences>(act: () => Act): Promise<Act> {
    if (isOver()) {
      throw new CtxError('CTX_CONVERSATION_ENDED', 'The conversation is over; resume its session to go on.');
    }
    tellNotes();
    // What was cut off is looked after before anything else is done.
    if (state.cutOff.length > 0) await written(loop.settle());
    const done = act();
    await written(tell(live, done));
    return done;
  }

  async function written(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      loop.fail(error);
      throw error;
    }
  }

  async function close(): Promise<void> {
    loop.stop();
    hub.stopWaiting();
    for (const turn of state.running.values()) turn.abort.abort();
    await loop.rest();
    loop.end('closed');
    await journal.close();
  }

  return {
    sessionId,
    async send(text, options = {}) {
      const { message } = await perform(() => sayAsHuman(live, text, options));
      loop.start();
      return message;
    },
    async setTask(task, { by } = {}) {
      if (task !== null) requireTask(task);
      await perform(() => setTask(context, task, humanSpeaker(directory, by).roleId, Date.now()));
    },
    messages: () => context.getMessages(),
    events: () => hub.subscribe(),
    hold: () => loop.hold(),
    proceed() {
      if (isOver()) return;
      loop.release();
      tellNotes();
      if (state.floor?.reason === 'limit' && !isLimitReached(live)) state.floor = undefined;
      if (state.floor === undefined || state.cutOff.length > 0) loop.start();
      else if (!loop.isMoving()) hub.publish({ type: 'waiting-for-human', ...state.floor });
    },
    cancel(turn) {
      const turns = turn === undefined ? [...state.running.values()] : [state.running.get(turn)];
      for (const running of turns) running?.abort.abort();
    },
    async drop(member) {
      const id = member === undefined ? undefined : directory.require(member).id;
      const { events } = await perform(() => dropCalls(live, id, Date.now()));
      return events.reduce((sum, event) => sum + (event.type === 'queue' ? event.entries.length : 0), 0);
    },
    async decide(turn, decision, { by } = {}) {
      await perform(() => decideLost(live, turn, decision, by));
      loop.start();
    },
    idle: () => loop.rest(),
    status: () => statusOf(live, isOver() ? 'ended' : loop.isMoving() ? 'running' : 'resting'),
    snapshot: () => ({ version: 1, context: context.exportSnapshot(), ...snapshotState(state) }),
    close() {
      closing ??= close();
      return closing;
    },
  };
}

// It may have been raised since the log was written.
function isLimitReached({ team, state }: LiveConversation): boolean {
  return reachedLimit(team.limits, state.costs.sums(), String) !== undefined;
}

function createLiveConversation(beginning: ConversationBeginning): LiveConversation {
  const { team, sessionId, context, executor, store, claim, state, seq, opening } = beginning;
  return {
    team,
    sessionId,
    context,
    executor,
    state,
    directory: createMemberDirectory(team),
    journal: createSessionJournal(store, claim, seq, opening),
    hub: createEventHub(beginning.eventBuffer),
    cancelGraceMs: beginning.cancelGraceMs ?? DEFAULT_CANCEL_GRACE_MS,
    prices: beginning.prices,
  };
}

function statusOf({ state, context }: LiveConversation, now: ConversationStatus['state']): ConversationStatus {
  return {
    state: now,
    running: [...state.running.values()].map(({ id, member }) => ({ turn: id, member: member.id })),
    waiting: state.queue.waiting(),
    lost: [...state.lost.values()],
    floor: state.floor,
    turnsSinceHuman: state.turnsSinceHuman,
    costs: state.costs.sums(),
    task: context.getTeamTask(),
  };
}

function requireTask(task: string): void {
  if (typeof task === 'string' && task.trim() !== '') return;
  throw new TypeError('A task must be a text that is not blank; null takes the task away');
}
