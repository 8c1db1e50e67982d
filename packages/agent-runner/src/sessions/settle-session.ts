import type { AgentFailure, ProcessDriver, ResumedSession, TurnInput, TurnResult } from '@ctx/contract';
import { removeSession, sessionMark } from './session-file.ts';

/** A turn, as far as its session is concerned. */
export interface SessionTurn {
  readonly driver: ProcessDriver;
  readonly input: TurnInput;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The failure of a turn whose session to resume is missing or has changed. Checked before anything is started. */
export async function lostSession({ driver, input, env }: SessionTurn): Promise<AgentFailure | undefined> {
  const { resume } = input;
  const { sessionFolder } = driver;
  if (resume?.mark === undefined || sessionFolder === undefined) return undefined;
  const mark = await sessionMark({ sessionFolder, env }, resume.sessionId);
  if (mark === resume.mark) return undefined;
  const problem = mark === undefined ? 'is gone' : 'has changed since the last turn';
  const message = `The session ${resume.sessionId} of ${driver.agentType} ${problem}.`;
  return { code: 'CTX_AGENT_SESSION_LOST', message };
}

/** After a turn: adds the mark of a kept session to the result, and removes sessions that will not be resumed. */
export async function settleSession(turn: SessionTurn, result: TurnResult): Promise<TurnResult> {
  const { driver, input, env } = turn;
  const { sessionFolder } = driver;
  if (sessionFolder === undefined) return result;
  const place = { sessionFolder, env };
  for (const { sessionId, mark } of sessionsToRemove(turn, result)) {
    const isOurs = mark === undefined || mark === (await sessionMark(place, sessionId));
    if (isOurs) await removeSession(place, sessionId);
  }
  if (input.session !== 'keep' || result.status !== 'completed' || result.sessionId === undefined) return result;
  const mark = await sessionMark(place, result.sessionId);
  if (mark !== undefined) return { ...result, sessionMark: mark };
  // The agent reported a session but has not stored it, so it cannot be resumed.
  const { sessionId: _notStored, totals: _notUsable, ...rest } = result;
  return rest;
}

function sessionsToRemove({ driver, input }: SessionTurn, { status, sessionId }: TurnResult): ResumedSession[] {
  const { session, resume, replaces } = input;
  // The resumed session belongs to the caller and is never removed here.
  const own = sessionId === undefined || sessionId === resume?.sessionId ? [] : [{ sessionId }];
  if (session !== 'keep') return driver.sessions === 'keep' ? [] : own;
  if (status !== 'completed') return own;
  const superseded: ResumedSession[] = [];
  // A copy replaces the resumed session, whose mark was checked before the turn.
  if (driver.forks === true && own.length > 0 && resume !== undefined) {
    superseded.push({ sessionId: resume.sessionId });
  }
  if (replaces !== undefined && replaces.sessionId !== sessionId) superseded.push(replaces);
  return superseded;
}
