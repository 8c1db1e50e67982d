import type { SessionStore } from '@ctx/contract';
import { createMemoryStore } from '../session/memory-store.ts';

/** A store without claims: a second conversation can open it at once, as if the claim of the first had expired. */
export function createLeftStore(): SessionStore {
  return { ...createMemoryStore(), claim: undefined };
}
