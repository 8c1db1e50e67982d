import path from 'node:path';
import type { AgentFailure, SessionFolder, TurnInput } from '@ctx/contract';
import { oneLine } from '../../text/one-line.ts';
import { homeIn, isUuid } from '../session-ids.ts';

/** Codex keeps each thread in a file below the folder of the day it began. */
export const CODEX_SESSIONS: SessionFolder = {
  folder: (env) => path.join(env['CODEX_HOME'] || path.join(homeIn(env), '.codex'), 'sessions'),
  fileEnd: (sessionId) => (isUuid(sessionId) ? `-${sessionId}.jsonl` : undefined),
};

/** The failure of a resumed turn that came back in another thread; a new one knows nothing of what was said. */
export function lostById({ resume }: TurnInput, threadId: string | undefined): AgentFailure | undefined {
  if (resume === undefined || threadId === resume.sessionId) return undefined;
  const message = `codex was to resume ${resume.sessionId} and came back as ${JSON.stringify(threadId ?? '')}`;
  return { code: 'CTX_AGENT_SESSION_LOST', message };
}

/** The failure of a resumed turn that never began, by what the CLI wrote to stderr; `undefined` for all others. */
export function lostByWords({ resume }: TurnInput, stderr: string): AgentFailure | undefined {
  const words = /thread\/resume.*/s.exec(stderr)?.[0];
  if (resume === undefined || words === undefined) return undefined;
  const message = `codex cannot resume ${resume.sessionId}: ${oneLine(words)}`;
  return { code: 'CTX_AGENT_SESSION_LOST', message, stderr };
}
