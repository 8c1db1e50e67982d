import type { NativeSessionRecord, TurnStartRecord } from '@ctx/contract';
import type { MemberMemories } from './member-memories.ts';

/** A member's session changed. */
export function replaySession({ sessions }: MemberMemories, { member, session }: NativeSessionRecord): void {
  if (session === undefined) sessions.delete(member);
  else sessions.set(member, session);
}

/** A turn began; until its end is read, it counts as cut off. */
export function replayStart({ keepFrom, cutOff }: MemberMemories, start: TurnStartRecord): void {
  const { member } = start.call;
  if (start.keepFrom !== undefined) keepFrom.set(member, start.keepFrom);
  if (start.since !== undefined) cutOff.add(member);
}
