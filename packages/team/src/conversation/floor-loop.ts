import type { EndedEvent } from './conversation-event.ts';
import { announce, type ConversationParts } from './conversation-parts.ts';
import { type AgentCall, type NextStep, nextStep } from './next-step.ts';
import { takeTurn } from './take-turn.ts';

/** Moves a conversation on, one step after the other, for as long as agents have the floor. */
export interface FloorLoop {
  /** Starts moving unless it moves already, a human has the floor, or it is over. */
  start(): void;
  /** Resolves when it has come to rest. */
  rest(): Promise<void>;
  /** Takes no further step. Turns under way are for the caller to cancel. */
  stop(): void;
  /** Ends the conversation and its event streams; only the first call counts. */
  end(event: Omit<EndedEvent, 'type'>): void;
  isMoving(): boolean;
  hasEnded(): boolean;
}

/** The loop of one conversation. */
export function createFloorLoop(parts: ConversationParts): FloorLoop {
  const { context, directory, hub, journal, state, team } = parts;
  let moving: Promise<void> | undefined;
  let stopped = false;
  let ended = false;

  function end(event: Omit<EndedEvent, 'type'>): void {
    if (ended) return;
    ended = true;
    stopped = true;
    for (const turn of state.running.values()) turn.abort.abort();
    hub.publish({ type: 'ended', ...event });
    hub.end();
  }

  // A human who speaks while a step is being written down has already taken the floor away again, so it is looked at
  // only here, between two steps, in the same breath as the decision to rest.
  async function move(): Promise<void> {
    try {
      while (!stopped && state.floor === undefined) await perform(nextStep(state, team, directory));
    } catch (error) {
      end({ reason: 'failed', error: error instanceof Error ? error : new Error(String(error)) });
    } finally {
      moving = undefined;
    }
  }

  async function perform(step: NextStep): Promise<void> {
    const at = Date.now();
    switch (step.kind) {
      case 'turns':
        return runTogether(step.calls);
      case 'floor':
        state.floor = step.floor;
        await journal.write([{ type: 'floor', ...step.floor, call: step.call, at }]);
        // Somebody may have spoken meanwhile; then nobody waits any more.
        if (state.floor === step.floor) await announce(hub, [{ type: 'waiting-for-human', ...step.floor }]);
        return;
      case 'stale':
        await journal.write([{ type: 'queue', removed: [step.call.id], at }]);
        return announce(hub, [
          { type: 'unresolved', reason: 'unknown-name', names: [step.call.member], message: step.call.replyTo },
        ]);
      case 'end':
        return end({ reason: step.reason });
    }
  }

  async function runTogether(calls: readonly AgentCall[]): Promise<void> {
    const newest = context.getLatestMessage()?.id ?? calls[0]!.call.replyTo;
    const due = calls.map(({ call, member }) => {
      const upTo = state.upTo.get(call.id) ?? newest;
      state.upTo.delete(call.id);
      state.lastTurn += 1;
      state.turnsSinceHuman += 1;
      const turn = { id: `turn-${state.lastTurn}`, call, member, upTo, abort: new AbortController() };
      state.running.set(turn.id, turn);
      return turn;
    });
    const taken = calls.map(({ call }) => call);
    hub.publish({ type: 'queue', change: 'taken', entries: taken, waiting: state.queue.waiting().length });
    const outcomes = await Promise.allSettled(due.map((turn) => takeTurn(parts, turn)));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  return {
    start() {
      if (!stopped && state.floor === undefined) moving ??= move();
    },
    async rest() {
      while (moving !== undefined) await moving;
    },
    stop() {
      stopped = true;
    },
    end,
    isMoving: () => moving !== undefined,
    hasEnded: () => ended,
  };
}
