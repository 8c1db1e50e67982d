import type { SessionRecord, TurnResult } from '@ctx/contract';

/** Members that cannot answer for a while because of quota, rate limit or sign-in, found in the records of the log. */
export interface RestingMembers {
  note(record: SessionRecord): void;
  /**
   * The member's rest, or `undefined` when it can be called. `until` is when the rest ends; without it, it ends with the
   * next human message.
   */
  find(member: string, now: number): { readonly until?: number | undefined } | undefined;
}

/** Whether a turn failed for quota, rate limit or sign-in. False for a turn whose outcome is unknown. */
export function isOutOfReach({ status, error }: Pick<TurnResult, 'status' | 'error'>): boolean {
  if (status === 'unknown') return false;
  return error?.code === 'CTX_AGENT_RATE_LIMIT' || error?.code === 'CTX_AGENT_AUTH';
}

/** Creates the list, with no member resting. */
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
