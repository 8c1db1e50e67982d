/** Notified when a session or a turn has news. Coordinators and readers listen. */
export const NEWS_CHANNEL = 'ctx_told';
/** Notified about new work and cancelled turns. Workers listen. */
export const WORK_CHANNEL = 'ctx_work';

/** The payload of the notification that a session has new records. */
export function sessionTopic(sessionId: string): string {
  return `session ${sessionId}`;
}
