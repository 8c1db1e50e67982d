import type { ProcessIdentity, ProcessRow } from '../end/process-table.ts';

/** What a watchdog has to know about a running turn to end it. */
export interface WatchedTurn {
  /** Tells the turns of one host apart. */
  readonly id: number;
  readonly marker: string;
  /** To be removed with the turn. */
  readonly folder?: string | undefined;
  /** The first process; `undefined` as long as it is being started. */
  readonly leader?: ProcessIdentity | undefined;
  /** Whoever was seen in its tree and lived when last looked at. */
  readonly seen?: readonly ProcessRow[] | undefined;
}

/** One line to a watchdog: all that is known about a turn by now, or that it is over. */
export type WatchdogMessage = WatchedTurn | { readonly id: number; readonly isOver: true };
