import type { NativeSessionRecord, TurnStartRecord } from '@ctx/contract';
import type { MemberMemories } from './member-memories.ts';

/** Applies a `native-session` record: the member has this session from now on, or none. */
export function replaySession({ sessions }: MemberMemories, { member, session }: NativeSessionRecord): void {
  if (session === undefined) sessions.delete(member);
  else sessions.set(member, session);
}

/** Applies a `turn-start` record. Until its `turn-end` is read, the turn counts as cut off. */
export function replayStart({ keepFrom, uncertainSessions }: MemberMemories, start: TurnStartRecord): void {
  const { member } = start.call;
  if (start.keepFrom !== undefined) keepFrom.set(member, start.keepFrom);
  if (start.since !== undefined) uncertainSessions.add(member);
}
