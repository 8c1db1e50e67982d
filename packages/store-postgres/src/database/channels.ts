/** Where sessions and turns tell that something is new. Coordinators and readers listen. */
export const TOLD_CHANNEL = 'ctx_told';
/** Where work and cancelling are told. Workers listen. */
export const WORK_CHANNEL = 'ctx_work';

/** What is notified when a session has new records. */
export function sessionTopic(sessionId: string): string {
  return `session ${sessionId}`;
}
