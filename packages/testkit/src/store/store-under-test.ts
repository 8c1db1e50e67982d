import type { SessionStore } from '@ctx/contract';

/** A log to test. */
export interface StoreUnderTest {
  /** Opens the log. Called again, it opens the same log. */
  open(): SessionStore | Promise<SessionStore>;
  /** What the store does not do on purpose. `reopen`: a closed log cannot be opened again with its records. */
  readonly skips?: readonly 'reopen'[] | undefined;
  /** Removes the log after a check. */
  remove?(): void | Promise<void>;
}

/** Returns a new, empty log that shares nothing with earlier ones. */
export type CreateStore = () => StoreUnderTest | Promise<StoreUnderTest>;
