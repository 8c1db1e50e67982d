import type { NativeSession, SessionRecord } from '@ctx/contract';
import { expect, it } from 'vitest';
import { remainingSessions } from './remaining-sessions.ts';

const session = (sessionId: string): NativeSession => ({
  sessionId,
  seenUpTo: 'msg-1',
  basis: {
    agentType: 'claude-code',
    permissions: 'read-only',
    cwd: '/w',
    systemHash: '',
    machine: 'here',
    home: '/h/.claude',
  },
});
const record = (member: string, sessionId?: string): SessionRecord => ({
  type: 'native-session',
  member,
  session: sessionId === undefined ? undefined : session(sessionId),
  at: 0,
});

it('the remaining sessions are the last one of each member that still has one', () => {
  const turnEnd = {
    type: 'turn-end',
    turn: 'turn-1',
    member: 'max',
    status: 'completed',
    durationMs: 1,
    at: 0,
  } as const;
  const records = [record('max', 's1'), record('gina', 's2'), record('max', 's3'), record('gina'), turnEnd];
  expect(remainingSessions(records)).toEqual([
    { member: 'max', agentType: 'claude-code', sessionId: 's3', machine: 'here', home: '/h/.claude' },
  ]);
});
