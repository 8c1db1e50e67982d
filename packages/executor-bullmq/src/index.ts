export { type BullmqDeliveryOptions, createBullmqDelivery } from './delivery/bullmq-delivery.ts';
export type { DeliveredKey, Delivery } from './delivery/delivery.ts';
export { requireQueue, setUpQueue } from './delivery/set-up-queue.ts';
export { type BullmqExecutorOptions, createBullmqExecutor } from './executor/bullmq-executor.ts';
export {
  type AgentIdentity,
  type IdentifiableTeam,
  identifyTeam,
  poolName,
  type TeamIdentity,
} from './team-identity.ts';
export { createWorker, type TurnWorker, type WorkerOptions, type WorkerStatus } from './worker/create-worker.ts';
export { requireReady } from './worker/require-ready.ts';
