import type { CreateDriver } from '../driver/driver-scenarios.ts';

/** By the name of the defect: the broken driver and the expected message. */
export type BrokenDrivers = Readonly<Record<string, readonly [create: CreateDriver, message: RegExp]>>;
