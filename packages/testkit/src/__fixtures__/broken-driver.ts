import type { CreateDriver } from '../driver/driver-scenarios.ts';

/** Name of the defect → the driver, and what the kit must say. */
export type BrokenDrivers = Readonly<Record<string, readonly [create: CreateDriver, message: RegExp]>>;
