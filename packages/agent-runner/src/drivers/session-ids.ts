import { homedir } from 'node:os';
import { CtxError } from '@ctx/contract';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID, as the ids of Claude Code's and Codex's sessions are. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * The id of a session, for use where a CLI takes anything else for something else: a title, the latest, a new thread.
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

/** The home folder of a process with this environment. */
export function homeIn(env: Readonly<Record<string, string | undefined>>): string {
  return env['HOME'] || env['USERPROFILE'] || homedir();
}
