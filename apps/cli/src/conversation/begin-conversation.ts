import type { SessionStore, TurnExecutor } from '@ctx/contract';
import {
  type Conversation,
  createConversation,
  createFileCatalog,
  createLazyFileStore,
  createLiveExecutor,
  createLocalExecutor,
  createRecordingExecutor,
  DEFAULT_SESSIONS_DIRECTORY,
  newSessionId,
  resumeConversation,
  type Team,
} from '@ctx/team';
import { type FoundSession, nameOf } from '../sessions/find-session.ts';
import { ownSessionKey } from '../sessions/own-session-key.ts';
import { quoteForShell } from '../terminal/shell-quote.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { TeamTrust } from '../trust/team-trust.ts';
import { createTrustedExecutor } from '../trust/trusted-executor.ts';
import { createAppContext } from './app-context.ts';
import { requireSameTeam } from './same-team.ts';

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

/** A new conversation of a team, logged under this folder. Nothing is written to it before somebody speaks. */
export async function beginConversation(
  terminal: Terminal,
  team: Team,
  trust: TeamTrust,
  { allowFull, team: teamFile }: OpenOptions,
): Promise<OpenConversation> {
  const sessionId = newSessionId();
  const directory = DEFAULT_SESSIONS_DIRECTORY;
  const conversation = createConversation({
    team,
    context: createAppContext(team),
    executor: createAppExecutor(team, trust, directory, allowFull),
    store: createLazyFileStore({ sessionId, directory, key: await ownSessionKey(terminal) }),
  });
  const session = { sessionId, directory };
  return { team, conversation, session, trust, resumeCommand: resumeCommand(session, teamFile) };
}

/**
 * A conversation as its log has it; nothing runs yet.
 * @throws UsageError when the session is another team's, unless the team file was named.
 */
export async function reopenConversation(
  terminal: Terminal,
  team: Team,
  trust: TeamTrust,
  session: FoundSession,
  { allowFull, team: teamFile }: OpenOptions,
): Promise<OpenConversation> {
  let store: SessionStore | undefined;
  try {
    store = await createFileCatalog({ directory: session.directory }).open(session.sessionId);
    await requireSameTeam(terminal, store, team, teamFile !== undefined);
    const conversation = await resumeConversation({
      team,
      context: createAppContext(team),
      executor: createAppExecutor(team, trust, session.directory, allowFull),
      store,
    });
    return { team, conversation, session, trust, resumeCommand: resumeCommand(session, teamFile) };
  } catch (error) {
    await store?.close();
    throw error;
  }
}

// Only what a person agreed to runs; what it changes is recorded, and `ctx view` can show it while it runs.
function createAppExecutor(
  team: Team,
  trust: TeamTrust,
  directory: string,
  allowFullAccess: boolean | undefined,
): TurnExecutor {
  const local = createRecordingExecutor(createLocalExecutor({ team, allowFullAccess }), { team });
  return createLiveExecutor(createTrustedExecutor(local, trust), { directory });
}

// As it can be typed in this folder: a session does not know which file its team came from.
function resumeCommand(session: FoundSession, teamFile: string | undefined): string {
  return `ctx resume${teamFile === undefined ? '' : ` -t ${quoteForShell(teamFile)}`} ${nameOf(session)}`;
}
