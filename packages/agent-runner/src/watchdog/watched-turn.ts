import type { ProcessIdentity, ProcessRow } from '../end/process-table.ts';

/** What the watchdog needs to know about a running turn to end it. */
export interface WatchedTurn {
  /** Number of the turn, unique within one host. */
  readonly id: number;
  readonly marker: string;
  /** Folder to remove with the turn. */
  readonly folder?: string | undefined;
  /** The first process; `undefined` until it has started. */
  readonly leader?: ProcessIdentity | undefined;
  /** The processes in its tree that were alive at the last sample. */
  readonly seen?: readonly ProcessRow[] | undefined;
}

/** One line to the watchdog: everything known about a turn so far, or that it has ended. */
export type WatchdogMessage = WatchedTurn | { readonly id: number; readonly isOver: true };
