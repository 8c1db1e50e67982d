/** The priority of a call. P1: before all others. P2: a reply, the default. P3: an addition. */
export type Intent = 'P1' | 'P2' | 'P3';

/** A call in the queue: a member who was asked to speak and has not spoken yet. */
export interface QueueEntry {
  /** Unique within the session: `call-1`, `call-2`, … */
  readonly id: string;
  /** Id of the member who was called. */
  readonly member: string;
  /** Id of the message that made the call. The turn answers it. */
  readonly replyTo: string;
  readonly intent: Intent;
  /** Whether a human made the call. Only a human can drop such a call. */
  readonly byHuman: boolean;
  /** Id of the member who was called first and could not answer. `member` answers instead. */
  readonly standsInFor?: string | undefined;
}
