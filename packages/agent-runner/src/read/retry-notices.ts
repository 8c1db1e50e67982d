import type { AgentEvent } from '@ctx/contract';

import { classifyFailure } from '../result/classify-failure.ts';

/** Distinguishes an agent that only retries from one that makes progress. */
export interface RetryNotices {
  note(event: AgentEvent): void;
  /** True if only retries were noted since the last call of this function: some agents retry for ever. */
  takeOnlyRetried(): boolean;
  /** The message of the last retry, if the agent has made no progress since. */
  readonly last: string | undefined;
  /** True if two retries in a row were because of the sign-in or the key: more of them change nothing. */
  readonly isRefused: boolean;
}

/** The first refusal may be a token that the agent renews by itself. */
const MOST_REFUSALS = 2;

const PROGRESS = new Set<AgentEvent['type']>(['text-delta', 'text', 'reasoning', 'tool-call', 'tool-result']);

/** Creates the state of a turn that has not retried yet. */
export function createRetryNotices(): RetryNotices {
  let last: string | undefined;
  let refusals = 0;
  let hasRetried = false;
  let hasOtherEvents = false;
  return {
    note(event) {
      if (event.type === 'notice' && event.kind === 'retry') {
        hasRetried = true;
        last = event.message;
        refusals = classifyFailure({ message: last }).code === 'CTX_AGENT_AUTH' ? refusals + 1 : 0;
      } else {
        hasOtherEvents = true;
        if (!PROGRESS.has(event.type)) return;
        last = undefined;
        refusals = 0;
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
    get isRefused() {
      return refusals >= MOST_REFUSALS;
    },
  };
}
