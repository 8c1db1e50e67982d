import path from 'node:path';
import type { AgentFailure, SessionFolder, TurnInput } from '@ctx/contract';
import { homeIn, isUuid, sessionUuid } from '../session-ids.ts';

/** Claude Code keeps each session in a file below the folder of its project. */
export const CLAUDE_SESSIONS: SessionFolder = {
  folder: (env) => path.join(env['CLAUDE_CONFIG_DIR'] || path.join(homeIn(env), '.claude'), 'projects'),
  fileEnd: (sessionId) => (isUuid(sessionId) ? `${sessionId}.jsonl` : undefined),
};

/**
 * The arguments that say which session a turn is in.
 *
 * @throws {CtxError} `CTX_AGENT_SESSION_LOST`
 */
export function sessionArguments({ session, resume }: TurnInput): string[] {
  const resumed = resume === undefined ? [] : ['--resume', sessionUuid('Claude Code', resume.sessionId)];
  if (session !== 'keep') return [...resumed, '--no-session-persistence'];
  // A copy: should the turn not complete, the session is as it was.
  return resume === undefined ? [] : [...resumed, '--fork-session'];
}

const LOST_WORDS =
  /no conversation found|--resume requires a valid session|failed to resume (?:the )?(?:session|conversation)/i;

/** The failure of a resumed turn whose session is not there, by the CLI's words; `undefined` for all others. */
export function lostByWords({ resume }: TurnInput, words: string): AgentFailure | undefined {
  if (resume === undefined || !LOST_WORDS.test(words)) return undefined;
  return { code: 'CTX_AGENT_SESSION_LOST', message: `claude cannot resume ${resume.sessionId}: ${words}` };
}

/**
 * The failure of a resumed turn that came back in another session. One that is kept goes on in a copy, whose id is new;
 * any other has the id that was asked for.
 */
export function lostById({ resume, session }: TurnInput, sessionId: string): AgentFailure | undefined {
  if (resume === undefined) return undefined;
  const isRight = session === 'keep' ? isUuid(sessionId) : sessionId === resume.sessionId;
  if (isRight) return undefined;
  const message = `claude was to resume ${resume.sessionId} and came back as ${JSON.stringify(sessionId)}`;
  return { code: 'CTX_AGENT_SESSION_LOST', message };
}
