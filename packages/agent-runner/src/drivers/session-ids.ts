import { homedir } from 'node:os';
import { type AgentFailure, CtxError } from '@ctx/contract';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID. The session ids of Claude Code and Codex are. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * Returns the session id if it is a UUID. A CLI would take any other text for something else: the title of a session, or
 * a request for the latest or a new one.
 *
 * @throws {CtxError} `CTX_AGENT_SESSION_LOST` for an id that no session of the agent can have
 */
export function sessionUuid(agentName: string, sessionId: string): string {
  if (isUuid(sessionId)) return sessionId;
  throw new CtxError(
    'CTX_AGENT_SESSION_LOST',
    `${agentName} has no session ${JSON.stringify(sessionId)}: its ids are UUIDs.`,
  );
}

/** The failure of a turn that ran in another session than the one to resume. */
export function otherSession(agentName: string, wanted: string, reported: string | undefined): AgentFailure {
  const message = `${agentName} was asked to resume ${wanted} but reported session ${JSON.stringify(reported ?? '')}.`;
  return { code: 'CTX_AGENT_SESSION_LOST', message };
}

/** The home folder of a process with this environment. */
export function homeIn(env: Readonly<Record<string, string | undefined>>): string {
  return env['HOME'] || env['USERPROFILE'] || homedir();
}
