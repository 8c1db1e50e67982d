import type { CreateStore } from '../store/store-under-test.ts';

/** By the name of the defect: the broken store and the expected message. */
export type BrokenStores = Readonly<Record<string, readonly [create: CreateStore, message: RegExp]>>;
