import type { SessionRecord } from '@ctx/contract';

/** A session that an agent itself keeps, and that remains when the log is removed. */
export interface RemainingSession {
  /** Id of the member. */
  readonly member: string;
  readonly agentType: string;
  readonly sessionId: string;
  readonly machine: string;
  /** Folder the agent keeps its sessions in. */
  readonly home: string;
}

/** The agents' own sessions in a log, at most one per member: earlier ones were removed when they were replaced. */
export function remainingSessions(records: Iterable<SessionRecord>): RemainingSession[] {
  const sessions = new Map<string, RemainingSession>();
  for (const record of records) {
    if (record.type !== 'native-session') continue;
    const { member, session } = record;
    sessions.delete(member);
    if (session === undefined) continue;
    const { agentType, machine, home } = session.basis;
    sessions.set(member, { member, agentType, sessionId: session.sessionId, machine, home });
  }
  return [...sessions.values()];
}
