import path from 'node:path';
import type { AgentFailure, SessionFolder, TurnInput } from '@ctx/contract';
import { homeIn, isUuid, otherSession, sessionUuid } from '../session-ids.ts';

/** Claude Code keeps each session in a file in the folder of its project. */
export const CLAUDE_SESSIONS: SessionFolder = {
  folder: (env) => path.join(env['CLAUDE_CONFIG_DIR'] || path.join(homeIn(env), '.claude'), 'projects'),
  fileEnd: (sessionId) => (isUuid(sessionId) ? `${sessionId}.jsonl` : undefined),
};

/**
 * The arguments that select the session of a turn.
 *
 * @throws {CtxError} `CTX_AGENT_SESSION_LOST` for a session id that is not a UUID
 */
export function sessionArguments({ session, resume }: TurnInput): string[] {
  const resumed = resume === undefined ? [] : ['--resume', sessionUuid('Claude Code', resume.sessionId)];
  if (session !== 'keep') return [...resumed, '--no-session-persistence'];
  // Continue in a copy: if the turn does not complete, the session is unchanged.
  return resume === undefined ? [] : [...resumed, '--fork-session'];
}

const LOST_MESSAGE =
  /no conversation found|--resume requires a valid session|failed to resume (?:the )?(?:session|conversation)/i;

/** The failure of a turn whose session to resume is missing, by the CLI's error message; `undefined` for all others. */
export function lostByMessage({ resume }: TurnInput, message: string): AgentFailure | undefined {
  if (resume === undefined || !LOST_MESSAGE.test(message)) return undefined;
  return { code: 'CTX_AGENT_SESSION_LOST', message: `claude cannot resume ${resume.sessionId}: ${message}` };
}

/**
 * The failure of a turn that ran in another session than the one to resume. A turn that keeps its session runs in a
 * copy with a new id; any other must have the id of the resumed session.
 */
export function lostById({ resume, session }: TurnInput, sessionId: string): AgentFailure | undefined {
  if (resume === undefined) return undefined;
  const isExpected = session === 'keep' ? isUuid(sessionId) : sessionId === resume.sessionId;
  return isExpected ? undefined : otherSession('claude', resume.sessionId, sessionId);
}
