import { replaceByStandIn } from '../../stand-in/replace-by-stand-in.ts';
import type { EndedEvent } from '../conversation-event.ts';
import type { LiveConversation } from '../live-conversation.ts';
import { settleCutTurns } from '../lost/settle-cut-turns.ts';
import { tell } from '../telling/tell.ts';
import type { RunningTurn } from '../turn/running-turn.ts';
import { takeTurn } from '../turn/take-turn.ts';
import { type NextStep, nextStep } from './next-step.ts';

/** Moves a conversation on, one step after the other, for as long as agents have the floor. */
export interface FloorLoop {
  /** Starts moving unless it moves already, a human has the floor and nothing was cut off, or it is over. */
  start(): void;
  /** Looks after turns that were cut off; together with whoever does so already. */
  settle(): Promise<void>;
  /** Resolves when it has come to rest. */
  rest(): Promise<void>;
  /** Takes no further step until `release`; turns under way go on. */
  hold(): void;
  release(): void;
  /** Takes no further step. Turns under way are for the caller to cancel. */
  stop(): void;
  /** Ends the conversation and its event streams; only the first call counts. */
  end(reason: EndedEvent['reason']): void;
  /** The same, because the session cannot be kept. */
  fail(error: unknown): void;
  isMoving(): boolean;
  hasEnded(): boolean;
}

/** The loop of one conversation. */
export function createFloorLoop(live: LiveConversation): FloorLoop {
  const { hub, state } = live;
  let moving: Promise<void> | undefined;
  let settling: Promise<void> | undefined;
  let stopped = false;
  let ended = false;
  let held: PromiseWithResolvers | undefined;

  function release(): void {
    held?.resolve();
    held = undefined;
  }

  function end(reason: EndedEvent['reason'], error?: Error): void {
    if (ended) return;
    ended = true;
    stopped = true;
    release();
    for (const turn of state.running.values()) turn.abort.abort();
    hub.publish({ type: 'ended', reason, ...(error === undefined ? {} : { error }) });
    hub.end();
  }

  function fail(error: unknown): void {
    end('failed', error instanceof Error ? error : new Error(String(error)));
  }

  function settle(): Promise<void> {
    settling ??= settleCutTurns(live).finally(() => {
      settling = undefined;
    });
    return settling;
  }

  // A human who speaks while a step is being written down has already taken the floor away again, so it is looked at
  // only here, between two steps, in the same breath as the decision to rest.
  async function move(): Promise<void> {
    try {
      if (state.cutOff.length > 0) await settle();
      if (state.floor !== undefined) await hub.publish({ type: 'waiting-for-human', ...state.floor });
      while (!stopped && state.floor === undefined) {
        if (held !== undefined) {
          await held.promise;
          continue;
        }
        const step = nextStep(live);
        if (step.type === 'end') end(step.reason);
        else await perform(live, step);
      }
    } catch (error) {
      fail(error);
    } finally {
      moving = undefined;
    }
  }

  return {
    start() {
      if (!stopped && (state.floor === undefined || state.cutOff.length > 0)) moving ??= move();
    },
    settle,
    async rest() {
      while (moving !== undefined) await moving;
    },
    hold() {
      held ??= withResolvers();
    },
    release,
    stop() {
      stopped = true;
      release();
    },
    end,
    fail,
    isMoving: () => moving !== undefined,
    hasEnded: () => ended,
  };
}

interface PromiseWithResolvers {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

function withResolvers(): PromiseWithResolvers {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

async function perform(live: LiveConversation, step: Exclude<NextStep, { type: 'end' }>): Promise<void> {
  const { hub, journal, state } = live;
  const at = Date.now();
  switch (step.type) {
    case 'turns':
      return runTogether(live, step.turns);
    case 'floor':
      state.floor = step.floor;
      await journal.write([{ type: 'floor', ...step.floor, call: step.call, at }]);
      // Somebody may have spoken meanwhile; then nobody waits any more.
      if (state.floor === step.floor) await hub.publish({ type: 'waiting-for-human', ...step.floor });
      return;
    case 'stand-in':
      return replaceByStandIn(live, step.member, step.call, at);
    case 'stale': {
      const { id, member, replyTo } = step.call;
      return tell(live, {
        records: [{ type: 'queue', removed: [id], at }],
        events: [{ type: 'unresolved', reason: 'unknown-name', names: [member], message: replyTo }],
      });
    }
  }
}

async function runTogether(live: LiveConversation, turns: readonly RunningTurn[]): Promise<void> {
  const taken = turns.map(({ call }) => call);
  live.hub.publish({ type: 'queue', change: 'taken', entries: taken, waiting: live.state.queue.waiting().length });
  const outcomes = await Promise.allSettled(turns.map((turn) => takeTurn(live, turn)));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
