import type { ConversationEvent } from '@ctx/team';
import { formatDuration } from '../render/format-amounts.ts';
import { safeLine } from '../terminal/safe-text.ts';

/** Tells of agents that do nothing but retry. Without it, minutes could pass in silence. */
export interface RetryTeller {
  show(event: ConversationEvent): void;
  close(): void;
}

/** How often an agent that keeps retrying is told of. */
const INTERVAL_MS = 15_000;

/** Creates a teller. `tell` gets an agent that still retries, by its id, and the rest of the sentence. */
export function createRetryTeller(tell: (member: string, what: string) => void): RetryTeller {
  const members = new Map<string, string>();
  const retrying = new Map<string, { last: string; readonly timer: NodeJS.Timeout }>();

  function begin(turn: string, last: string): void {
    const since = Date.now();
    const timer = setInterval(() => {
      const { last: message } = retrying.get(turn)!;
      const duration = formatDuration(Date.now() - since);
      tell(members.get(turn) ?? turn, `has been retrying for ${duration}: ${safeLine(message)}`);
    }, INTERVAL_MS);
    retrying.set(turn, { last, timer });
  }

  function end(turn: string): void {
    clearInterval(retrying.get(turn)?.timer);
    retrying.delete(turn);
  }

  return {
    show(event) {
      if (event.type === 'turn-start') members.set(event.turn, event.member);
      else if (event.type === 'turn-end') end(event.turn);
      if (event.type !== 'agent-event') return;
      const { turn, event: said } = event;
      // Usage and unknown lines are not progress.
      if (['text', 'text-delta', 'reasoning', 'tool-call', 'tool-result'].includes(said.type)) end(turn);
      if (said.type !== 'notice' || said.kind !== 'retry') return;
      const known = retrying.get(turn);
      if (known === undefined) begin(turn, said.message);
      else known.last = said.message;
    },
    close() {
      for (const turn of [...retrying.keys()]) end(turn);
    },
  };
}
