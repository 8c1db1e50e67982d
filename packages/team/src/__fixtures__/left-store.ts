import type { SessionStore } from '@ctx/contract';
import { createMemoryStore } from '../session/memory-store.ts';

/** A store without claims, so that a second conversation can open it at once, as if the first one's claim had expired. */
export function createLeftStore(): SessionStore {
  return { ...createMemoryStore(), claim: undefined };
}
