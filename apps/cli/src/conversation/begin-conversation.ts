import { join } from 'node:path';
import {
  type Conversation,
  createConversation,
  createFileStore,
  createLazyFileStore,
  createLocalExecutor,
  DEFAULT_SESSIONS_DIRECTORY,
  newSessionId,
  resumeConversation,
  type Team,
} from '@ctx/team';
import type { FoundSession } from '../sessions/find-session.ts';
import { quoteForShell } from '../terminal/shell-quote.ts';
import { sessionKey } from '../trust/own-session.ts';
import type { TeamTrust } from '../trust/team-trust.ts';
import { createTrustedExecutor } from '../trust/trusted-executor.ts';
import { createAppContext } from './app-context.ts';

/** A conversation that can be spoken to, and where its log is. */
export interface OpenConversation {
  readonly team: Team;
  readonly conversation: Conversation;
  readonly session: FoundSession;
  /** What its person agreed to. */
  readonly trust: TeamTrust;
  /** What to type to come back to it. */
  readonly resumeCommand: string;
}

/** What the command line says about the conversation. */
export interface OpenOptions {
  /** Whether agents may have full access. */
  readonly allowFull?: boolean | undefined;
  /** The team file, when it is not the usual one. */
  readonly team?: string | undefined;
}

/** A new conversation of a team, logged under this folder. Nothing is written before somebody speaks. */
export async function beginConversation(
  team: Team,
  trust: TeamTrust,
  { allowFull, team: teamFile }: OpenOptions,
): Promise<OpenConversation> {
  const session = { sessionId: newSessionId(), directory: DEFAULT_SESSIONS_DIRECTORY };
  const conversation = createConversation({
    team,
    context: createAppContext(team),
    executor: createTrustedExecutor(createLocalExecutor({ team, allowFullAccess: allowFull }), trust),
    store: createLazyFileStore({ ...session, key: await sessionKey() }),
    sessionId: session.sessionId,
  });
  return { team, conversation, session, trust, resumeCommand: resumeCommand(session, teamFile) };
}

/** A conversation as its log has it; nothing runs yet. */
export async function reopenConversation(
  team: Team,
  trust: TeamTrust,
  session: FoundSession,
  { allowFull, team: teamFile }: OpenOptions,
): Promise<OpenConversation> {
  const store = await createFileStore(session);
  try {
    const conversation = await resumeConversation({
      team,
      context: createAppContext(team),
      executor: createTrustedExecutor(createLocalExecutor({ team, allowFullAccess: allowFull }), trust),
      store,
    });
    return { team, conversation, session, trust, resumeCommand: resumeCommand(session, teamFile) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

// As it can be typed in this folder: a session does not know which file its team came from.
function resumeCommand({ sessionId, directory }: FoundSession, teamFile: string | undefined): string {
  const isHere = directory === DEFAULT_SESSIONS_DIRECTORY;
  const session = isHere ? sessionId : quoteForShell(join(directory, `${sessionId}.jsonl`));
  return `ctx resume${teamFile === undefined ? '' : ` -t ${quoteForShell(teamFile)}`} ${session}`;
}
