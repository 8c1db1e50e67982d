import type { SessionStore } from '@ctx/contract';
import { createMemoryStore } from '../session/memory-store.ts';

/** A store whose writers leave no claim: as long after each of them as it takes. */
export function createLeftStore(): SessionStore {
  return { ...createMemoryStore(), claim: undefined };
}
