import type { AgentEvent } from '@ctx/contract';

/** Distinguishes an agent that only retries from one that makes progress. */
export interface RetryNotices {
  note(event: AgentEvent): void;
  /** True if only retries were noted since the last call of this function: some agents retry for ever. */
  takeOnlyRetried(): boolean;
  /** The message of the last retry, if the agent has made no progress since. */
  readonly last: string | undefined;
}

const PROGRESS = new Set<AgentEvent['type']>(['text-delta', 'text', 'reasoning', 'tool-call', 'tool-result']);

/** Creates the state of a turn that has not retried yet. */
export function createRetryNotices(): RetryNotices {
  let last: string | undefined;
  let hasRetried = false;
  let hasOtherEvents = false;
  return {
    note(event) {
      if (event.type === 'notice' && event.kind === 'retry') {
        hasRetried = true;
        last = event.message;
      } else {
        hasOtherEvents = true;
        if (PROGRESS.has(event.type)) last = undefined;
      }
    },
    takeOnlyRetried() {
      const hasOnlyRetried = hasRetried && !hasOtherEvents;
      hasRetried = false;
      hasOtherEvents = false;
      return hasOnlyRetried;
    },
    get last() {
      return last;
    },
  };
}
