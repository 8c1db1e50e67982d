import { replaceByStandIn } from '../../stand-in/replace-by-stand-in.ts';
import type { EndedEvent } from '../conversation-event.ts';
import type { LiveConversation } from '../live-conversation.ts';
import { settleCutOffTurns } from '../lost/settle-cut-off-turns.ts';
import { errorWithJson } from '../output/error-with-json.ts';
import { recordAndPublish } from '../output/record-and-publish.ts';
import type { RunningTurn } from '../turn/running-turn.ts';
import { takeTurn } from '../turn/take-turn.ts';
import { type PromiseWithResolver, withResolvers } from '../with-resolvers.ts';
import { type NextStep, nextStep } from './next-step.ts';

/** Runs a conversation step by step for as long as no human has the floor. */
interface FloorLoop {
  /**
   * Starts the loop, unless it runs already or was stopped. While a human has the floor it runs only to settle turns that
   * were cut off.
   */
  start(): void;
  /** Settles the turns that were cut off. Calls at the same time share one run. */
  settle(): Promise<void>;
  /** Resolves when the loop does not run. */
  rest(): Promise<void>;
  /** Takes no further step until `release`. Running turns continue. */
  hold(): void;
  release(): void;
  /** Takes no further step, ever. The caller cancels the running turns. */
  stop(): void;
  /** Ends the conversation and its event streams. Only the first call counts. */
  end(reason: EndedEvent['reason']): void;
  /** Ends the conversation because its log cannot be written. */
  fail(error: unknown): void;
  isRunning(): boolean;
  hasEnded(): boolean;
}

/** Creates the loop of one conversation; it does not run yet. */
export function createFloorLoop(live: LiveConversation): FloorLoop {
  const { hub, state } = live;
  let running: Promise<void> | undefined;
  let settling: Promise<void> | undefined;
  let stopped = false;
  let ended = false;
  let held: PromiseWithResolver | undefined;

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
    end('failed', errorWithJson(error));
  }

  function settle(): Promise<void> {
    settling ??= settleCutOffTurns(live).finally(() => {
      settling = undefined;
    });
    return settling;
  }

  // A human who speaks while a step is being written clears the floor again. So the floor is checked only between two
  // steps, with no await between the check and the end of the loop.
  async function run(): Promise<void> {
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
      running = undefined;
    }
  }

  return {
    start() {
      if (!stopped && (state.floor === undefined || state.cutOff.length > 0)) running ??= run();
    },
    settle,
    async rest() {
      while (running !== undefined) await running;
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
    isRunning: () => running !== undefined,
    hasEnded: () => ended,
  };
}

async function perform(live: LiveConversation, step: Exclude<NextStep, { type: 'end' }>): Promise<void> {
  const { hub, journal, state } = live;
  const at = Date.now();
  switch (step.type) {
    case 'turns':
      return runInParallel(live, step.turns);
    case 'floor':
      state.floor = step.floor;
      await journal.write([{ type: 'floor', ...step.floor, call: step.call, at }]);
      // A human may have spoken during the write and cleared the floor.
      if (state.floor === step.floor) await hub.publish({ type: 'waiting-for-human', ...step.floor });
      return;
    case 'stand-in':
      return replaceByStandIn(live, step.member, step.call, at);
    case 'stale': {
      const { id, member, replyTo } = step.call;
      return recordAndPublish(live, {
        records: [{ type: 'queue', removed: [id], at }],
        events: [{ type: 'unresolved', reason: 'unknown-name', names: [member], message: replyTo }],
      });
    }
  }
}

async function runInParallel(live: LiveConversation, turns: readonly RunningTurn[]): Promise<void> {
  const taken = turns.map(({ call }) => call);
  live.hub.publish({ type: 'queue', change: 'taken', entries: taken, waiting: live.state.queue.waiting().length });
  const outcomes = await Promise.allSettled(turns.map((turn) => takeTurn(live, turn)));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
