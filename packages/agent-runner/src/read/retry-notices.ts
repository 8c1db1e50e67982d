import type { AgentEvent } from '@ctx/contract';

/** Tells an agent that does nothing but retry from one that works. */
export interface RetryNotices {
  note(event: AgentEvent): void;
  /** True when retries were noted since the last call, and nothing else: some agents retry for ever. */
  takeOnlyRetried(): boolean;
  /** What the agent said when it last retried, if it has not got on since. */
  readonly last: string | undefined;
}

const PROGRESS: ReadonlySet<AgentEvent['type']> = new Set([
  ...(['text-delta', 'text', 'reasoning', 'tool-call', 'tool-result'] as const),
]);

/** No retry yet. */
export function createRetryNotices(): RetryNotices {
  let last: string | undefined;
  let hasRetried = false;
  let hasDoneElse = false;
  return {
    note(event) {
      if (event.type === 'notice' && event.kind === 'retry') {
        hasRetried = true;
        last = event.message;
      } else {
        hasDoneElse = true;
        if (PROGRESS.has(event.type)) last = undefined;
      }
    },
    takeOnlyRetried() {
      const hasOnlyRetried = hasRetried && !hasDoneElse;
      hasRetried = false;
      hasDoneElse = false;
      return hasOnlyRetried;
    },
    get last() {
      return last;
    },
  };
}
