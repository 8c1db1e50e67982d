/** Where sessions and turns tell that something is new. */
export const TOLD_CHANNEL = 'ctx_told';

/** What is notified when a session has new records. */
export function sessionTopic(sessionId: string): string {
  return `session ${sessionId}`;
}
