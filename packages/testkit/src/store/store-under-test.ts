import type { SessionStore } from '@ctx/contract';

/** One log, and how to open it. */
export interface StoreUnderTest {
  /** Opens the log. Called again, it opens the same log. */
  open(): SessionStore | Promise<SessionStore>;
  /** What the store knowingly does not do. `reopen`: what it holds is gone when it is closed. */
  readonly skips?: readonly 'reopen'[] | undefined;
  /** Takes the log away when a check is over. */
  remove?(): void | Promise<void>;
}

/** Gives a new log that is empty and shares nothing with the ones before. */
export type CreateStore = () => StoreUnderTest | Promise<StoreUnderTest>;
