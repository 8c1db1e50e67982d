import type { CreateStore } from '../store/store-under-test.ts';

/** Name of the defect → the store, and what the kit must say. */
export type BrokenStores = Readonly<Record<string, readonly [create: CreateStore, message: RegExp]>>;
