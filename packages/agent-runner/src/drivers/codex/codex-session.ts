import path from 'node:path';
import type { AgentFailure, SessionFolder, TurnInput } from '@ctx/contract';
import { oneLine } from '../../text/one-line.ts';
import { homeIn, isUuid, otherSession } from '../session-ids.ts';

/** Codex keeps each thread in a file in the folder of the day it began. */
export const CODEX_SESSIONS: SessionFolder = {
  folder: (env) => path.join(env['CODEX_HOME'] || path.join(homeIn(env), '.codex'), 'sessions'),
  fileEnd: (sessionId) => (isUuid(sessionId) ? `-${sessionId}.jsonl` : undefined),
};

/** The failure of a turn that ran in another thread than the one to resume: that thread does not know the history. */
export function lostById({ resume }: TurnInput, threadId: string | undefined): AgentFailure | undefined {
  if (resume === undefined || threadId === resume.sessionId) return undefined;
  return otherSession('codex', resume.sessionId, threadId);
}

/** The failure of a turn that could not resume its thread, recognised by stderr; `undefined` for all others. */
export function lostByStderr({ resume }: TurnInput, stderr: string): AgentFailure | undefined {
  const reason = /thread\/resume.*/s.exec(stderr)?.[0];
  if (resume === undefined || reason === undefined) return undefined;
  const message = `codex cannot resume ${resume.sessionId}: ${oneLine(reason)}`;
  return { code: 'CTX_AGENT_SESSION_LOST', message, stderr };
}
