import type { AgentFailure, ProcessDriver, ResumedSession, TurnInput, TurnResult } from '@ctx/contract';
import { removeSession, sessionMark } from './session-file.ts';

/** What is known of a turn's session before and after it. */
export interface SessionTurn {
  readonly driver: ProcessDriver;
  readonly input: TurnInput;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Why the session that a turn is to resume cannot be, where that can be seen before anything is started. */
export async function lostSession({ driver, input, env }: SessionTurn): Promise<AgentFailure | undefined> {
  const { resume } = input;
  const { sessionFolder } = driver;
  if (resume?.mark === undefined || sessionFolder === undefined) return undefined;
  const mark = await sessionMark({ sessionFolder, env }, resume.sessionId);
  if (mark === resume.mark) return undefined;
  const what = mark === undefined ? 'is gone' : 'is not as it was at the end of the last turn';
  return { code: 'CTX_AGENT_SESSION_LOST', message: `The session ${resume.sessionId} of ${driver.agentType} ${what}` };
}

/** After a turn: the mark of a session that is kept, and away with every session that nobody will resume. */
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
  // It was not stored, whatever the agent calls it: there is nothing to resume.
  const { sessionId: _notStored, totals: _ofNothing, ...rest } = result;
  return rest;
}

function sessionsToRemove({ driver, input }: SessionTurn, { status, sessionId }: TurnResult): ResumedSession[] {
  const { session, resume, replaces } = input;
  // What the turn went on in belongs to whoever handed it over.
  const own = sessionId === undefined || sessionId === resume?.sessionId ? [] : [{ sessionId }];
  if (session !== 'keep') return driver.sessions === 'keep' ? [] : own;
  if (status !== 'completed') return own;
  // Its mark was the right one when the turn began.
  const superseded =
    driver.forks === true && own.length > 0 && resume !== undefined ? [{ sessionId: resume.sessionId }] : [];
  return [...superseded, ...(replaces === undefined || replaces.sessionId === sessionId ? [] : [replaces])];
}
