/** How urgent a call is: P1 first in the queue, P2 a reply (the default), P3 an extension. */
export type Intent = 'P1' | 'P2' | 'P3';

/** Somebody who was called and has not spoken yet. */
export interface QueueEntry {
  /** Unique within the session: `call-1`, `call-2`, … */
  readonly id: string;
  /** Id of the member who is to speak. */
  readonly member: string;
  /** Id of the message that called, and that the turn will answer. */
  readonly replyTo: string;
  readonly intent: Intent;
  /** Whether a human made the call; then only a human can drop it. */
  readonly byHuman: boolean;
  /** Id of the member who was called and cannot answer; this one answers in its place. */
  readonly standsInFor?: string | undefined;
}
