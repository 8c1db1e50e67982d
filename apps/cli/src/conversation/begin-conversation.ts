import { join } from 'node:path';
import {
  type Conversation,
  createConversation,
  createFileStore,
  createLocalExecutor,
  DEFAULT_SESSIONS_DIRECTORY,
  newSessionId,
  resumeConversation,
  type Team,
} from '@ctx/team';
import type { FoundSession } from '../sessions/find-session.ts';
import { quoteForShell } from '../terminal/shell-quote.ts';
import { createAppContext } from './app-context.ts';

/** A conversation that can be spoken to, and where its log is. */
export interface OpenConversation {
  readonly team: Team;
  readonly conversation: Conversation;
  readonly session: FoundSession;
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
export function beginConversation(team: Team, { allowFull, team: teamFile }: OpenOptions): OpenConversation {
  const sessionId = newSessionId();
  const conversation = createConversation({
    team,
    context: createAppContext(team),
    executor: createLocalExecutor({ team, allowFullAccess: allowFull }),
    sessionId,
  });
  const session = { sessionId, directory: DEFAULT_SESSIONS_DIRECTORY };
  return { team, conversation, session, resumeCommand: resumeCommand(session, teamFile) };
}

/** A conversation as its log has it; nothing runs yet. */
export async function reopenConversation(
  team: Team,
  session: FoundSession,
  { allowFull, team: teamFile }: OpenOptions,
): Promise<OpenConversation> {
  const store = await createFileStore(session);
  try {
    const conversation = await resumeConversation({
      team,
      context: createAppContext(team),
      executor: createLocalExecutor({ team, allowFullAccess: allowFull }),
      store,
    });
    return { team, conversation, session, resumeCommand: resumeCommand(session, teamFile) };
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
