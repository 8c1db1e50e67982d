import {
  CtxError,
  type IContextProvider,
  requireNoMore,
  type SessionRecord,
  type SessionStore,
  type TurnExecutor,
} from '@ctx/contract';
import { createTurnChanges, type TurnChangesOptions } from '../changes/turn-changes.ts';
import type { Prices } from '../cost/prices.ts';
import { limitNotes, reachedLimit } from '../cost/reached-limit.ts';
import { humanSpeaker } from '../members/human-speaker.ts';
import { createMemberDirectory } from '../members/member-directory.ts';
import type { Team } from '../team-file/team.ts';
import type { Conversation, ConversationStatus, DecideOptions, SetTaskOptions } from './conversation.ts';
import type { ConversationEvent } from './conversation-event.ts';
import { type ConversationState, snapshotState } from './conversation-state.ts';
import { dropCalls } from './floor/drop-calls.ts';
import { createFloorLoop } from './floor/floor-loop.ts';
import { createRoomCheck } from './floor/room-check.ts';
import { sayAsHuman } from './floor/say-as-human.ts';
import { setModel } from './floor/set-model.ts';
import { setTask } from './floor/set-task.ts';
import type { LiveConversation } from './live-conversation.ts';
import { decideLost } from './lost/decide-lost.ts';
import { turnLost } from './lost/lose-turn.ts';
import { contextFill } from './memory/context-fill.ts';
import { createEventHub } from './output/event-hub.ts';
import { type Consequences, recordAndPublish } from './output/record-and-publish.ts';
import { createSessionJournal } from './output/session-journal.ts';
import type { StoreClaim } from './output/store-claim.ts';
import { request } from './request.ts';

const DEFAULT_CANCEL_GRACE_MS = 15_000;

/** What `createConversation` and `resumeConversation` have prepared. */
interface PreparedConversation {
  /** With the limits in force. */
  readonly team: Team;
  readonly sessionId: string;
  readonly context: IContextProvider;
  readonly executor: TurnExecutor;
  readonly store: SessionStore;
  readonly state: ConversationState;
  readonly claim: StoreClaim;
  /** `seq` of the newest record in the store; 0 for an empty store. */
  readonly seq: number;
  /** Records to write before the first one of this conversation. */
  readonly opening: readonly SessionRecord[];
  readonly eventBuffer: number | undefined;
  readonly cancelGraceMs: number | undefined;
  readonly prices?: Prices | undefined;
  readonly changes: TurnChangesOptions | undefined;
}

/**
 * Connects the parts of a conversation and returns its public methods.
 *
 * The life of one turn, folder by folder:
 * 1. `floor/`: `say` adds a message and queues the calls it makes. `createFloorLoop` then repeats `nextStep`, which
 *    takes the next calls from the queue, gives the floor to a human, or ends the conversation.
 * 2. `turn/`: `beginTurn` makes a `RunningTurn` of a call. `takeTurn` takes it from the prompt to its last record.
 * 3. `memory/`: `makeTurnPrompt` decides whether the agent gets the whole conversation or only what its own session has
 *    not seen. `updateMemory` notes what the session has seen after the turn.
 * 4. `turn/`: `runPrompt` hands the prompt to the executor. `finishTurn` turns the result into a message, and the calls
 *    in that message join the queue: back to 1.
 * 5. `output/`: `recordAndPublish` writes each change to the log, then publishes its events.
 *
 * When ctx was killed during a turn, `replay/` restores the state from the log, and `lost/` decides whether the turn runs
 * again or waits for a human.
 */
export function openConversation(prepared: PreparedConversation): Conversation {
  const live = createLiveConversation(prepared);
  const { context, directory, hub, journal, sessionId, state } = live;
  const loop = createFloorLoop(live);
  const checkRoom = createRoomCheck(live);
  prepared.claim.onLost((error) => loop.fail(error));
  let closing: Promise<void> | undefined;
  let hasPublishedNotes = false;

  const isOver = () => loop.hasEnded() || closing !== undefined;

  function currentState(): ConversationStatus['state'] {
    if (isOver()) return 'ended';
    return loop.isRunning() ? 'running' : 'resting';
  }

  function publishNotes(): void {
    if (hasPublishedNotes) return;
    hasPublishedNotes = true;
    for (const event of openingNotes(live, prepared.store)) hub.publish(event);
  }

  // Every change that a human makes passes here. A failed write ends the conversation.
  async function perform<Act extends Consequences>(act: () => Act): Promise<Act> {
    if (isOver()) {
      throw new CtxError('CTX_CONVERSATION_ENDED', 'The conversation is over; resume its session to continue.');
    }
    publishNotes();
    if (state.cutOff.length > 0) await endOnFailure(loop.settle());
    const done = act();
    await endOnFailure(recordAndPublish(live, done));
    return done;
  }

  async function endOnFailure(work: Promise<void>): Promise<void> {
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

  const conversation: Conversation = {
    sessionId,
    async send(text, options = {}) {
      await checkRoom(text, options);
      const { message } = await perform(() => sayAsHuman(live, text, options));
      loop.start();
      return message;
    },
    request: (text, options = {}) => request(conversation, text, options),
    async setTask(task, options) {
      await perform(() => setTask(context, task, humanSpeaker(directory, actorOf(options)).roleId, Date.now()));
    },
    async setModel(name, model, options) {
      await perform(() => setModel(live, { name, model, by: humanSpeaker(directory, actorOf(options)).roleId }));
    },
    messages: () => context.getMessages(),
    events: () => hub.subscribe(),
    hold: () => loop.hold(),
    proceed() {
      if (isOver()) return;
      loop.release();
      publishNotes();
      if (state.floor?.reason === 'limit' && !isLimitReached(live)) state.floor = undefined;
      if (state.floor === undefined || state.cutOff.length > 0) loop.start();
      else if (!loop.isRunning()) hub.publish({ type: 'waiting-for-human', ...state.floor });
    },
    cancel(turn) {
      for (const [id, running] of state.running) if (turn === undefined || turn === id) running.abort.abort();
    },
    async drop(member) {
      const id = member === undefined ? undefined : directory.require(member).id;
      const { events } = await perform(() => dropCalls(live, id, Date.now()));
      return events.reduce((sum, event) => sum + (event.type === 'queue' ? event.entries.length : 0), 0);
    },
    async decide(turn, decision, options) {
      await perform(() => decideLost(live, turn, decision, actorOf(options)));
      loop.start();
    },
    idle: () => loop.rest(),
    status: () => statusOf(live, currentState()),
    snapshot: () => ({ version: 1, context: context.exportSnapshot(), ...snapshotState(state) }),
    close: () => (closing ??= close()),
  };
  return conversation;
}

/** Which human acts. @throws TypeError for an unknown option. */
function actorOf({ by, ...unknown }: SetTaskOptions | DecideOptions = {}): string | undefined {
  requireNoMore(unknown satisfies Record<string, never>);
  return by;
}

// The limit that stopped the session may have been raised in the team file since.
function isLimitReached({ team, state }: LiveConversation): boolean {
  return reachedLimit(team.limits, state.costs.sums(), String) !== undefined;
}

function openingNotes({ team, prices, state }: LiveConversation, { notes = [] }: SessionStore): ConversationEvent[] {
  return [
    ...notes.map((text) => ({ type: 'notice', kind: 'log-note', text }) as const),
    ...limitNotes(team, prices).map((text) => ({ type: 'notice', kind: 'limit', text }) as const),
    ...[...state.lost.values()].map(turnLost),
  ];
}

function createLiveConversation(prepared: PreparedConversation): LiveConversation {
  const { team, sessionId, context, executor, store, claim, state, seq, opening } = prepared;
  return {
    team,
    sessionId,
    context,
    executor,
    state,
    directory: createMemberDirectory(team),
    journal: createSessionJournal(store, claim, seq, opening),
    hub: createEventHub(prepared.eventBuffer),
    cancelGraceMs: prepared.cancelGraceMs ?? DEFAULT_CANCEL_GRACE_MS,
    prices: prepared.prices,
    changes: prepared.changes && createTurnChanges(prepared.changes),
  };
}

function statusOf(live: LiveConversation, current: ConversationStatus['state']): ConversationStatus {
  const { state, context } = live;
  return {
    state: current,
    running: [...state.running.values()].map(({ id, member }) => ({ turn: id, member: member.id })),
    waiting: state.queue.waiting(),
    lost: [...state.lost.values()],
    floor: state.floor,
    turnsSinceHuman: state.turnsSinceHuman,
    costs: state.costs.sums(),
    contextFill: contextFill(live),
    task: context.getTeamTask(),
    models: new Map(state.models),
  };
}
