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
import { createAppContext } from './app-context.ts';

/** A conversation that can be spoken to, and where its log is. */
export interface OpenConversation {
  readonly team: Team;
  readonly conversation: Conversation;
  readonly session: FoundSession;
}

/** What the person allows the agents. */
export interface Allowance {
  readonly allowFull?: boolean | undefined;
}

/** A new conversation of a team, logged under this folder. Nothing is written before somebody speaks. */
export function beginConversation(team: Team, { allowFull }: Allowance): OpenConversation {
  const sessionId = newSessionId();
  const conversation = createConversation({
    team,
    context: createAppContext(team),
    executor: createLocalExecutor({ team, allowFullAccess: allowFull }),
    sessionId,
  });
  return { team, conversation, session: { sessionId, directory: DEFAULT_SESSIONS_DIRECTORY } };
}

/** A conversation as its log has it; nothing runs yet. */
export async function reopenConversation(
  team: Team,
  session: FoundSession,
  { allowFull }: Allowance,
): Promise<OpenConversation> {
  const store = await createFileStore(session);
  try {
    const conversation = await resumeConversation({
      team,
      context: createAppContext(team),
      executor: createLocalExecutor({ team, allowFullAccess: allowFull }),
      store,
    });
    return { team, conversation, session };
  } catch (error) {
    await store.close();
    throw error;
  }
}
