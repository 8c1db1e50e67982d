import type { SessionRecord, TurnResult } from '@ctx/contract';

/** Who cannot answer for a while: quota, rate limit or sign-in. Known from the records of the log. */
export interface RestingMembers {
  note(record: SessionRecord): void;
  /** Whether the member is not tried now; `until` is when it is again, unless that is the next human message. */
  find(member: string, now: number): { readonly until?: number | undefined } | undefined;
}

/** Whether a turn ended in a way that a stand-in is called for; never where nobody knows how it ended. */
export function isOutOfReach({ status, error }: Pick<TurnResult, 'status' | 'error'>): boolean {
  if (status === 'unknown') return false;
  return error?.code === 'CTX_AGENT_RATE_LIMIT' || error?.code === 'CTX_AGENT_AUTH';
}

/** Nobody rests yet. */
export function createRestingMembers(): RestingMembers {
  const resting = new Map<string, { readonly until?: number | undefined }>();
  return {
    note(record) {
      if (record.type === 'message' && record.message.speaker.type === 'human') {
        for (const [member, { until }] of resting) if (until === undefined) resting.delete(member);
      }
      if (record.type !== 'turn-end') return;
      const { member, error, at } = record;
      resting.delete(member);
      if (!isOutOfReach(record)) return;
      resting.set(member, error?.retryAfterMs === undefined ? {} : { until: at + error.retryAfterMs });
    },
    find(member, now) {
      const rest = resting.get(member);
      return rest?.until !== undefined && rest.until <= now ? undefined : rest;
    },
  };
}
