import type { SessionStore, TurnExecutor } from '@ctx/contract';
import {
  type Conversation,
  createConversation,
  createLazyFileStore,
  createLiveExecutor,
  createLocalExecutor,
  createRecordingExecutor,
  loadPrices,
  newSessionId,
  resumeConversation,
  type Team,
} from '@ctx/team';
import { type EngineOptions, engineAddress } from '../engine/engine-options.ts';
import { openFound } from '../engine/engine-sessions.ts';
import { openEngine } from '../engine/open-engine.ts';
import { type FoundSession, nameOf } from '../sessions/find-session.ts';
import { ownSessionKey } from '../sessions/own-session-key.ts';
import { quoteForShell } from '../terminal/shell-quote.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { requireOwnSession } from '../trust/own-session.ts';
import type { TeamTrust, TrustOptions } from '../trust/team-trust.ts';
import { createTrustedExecutor } from '../trust/trusted-executor.ts';
import { createAppContext } from './app-context.ts';
import { sessionsDirectory } from './project-folder.ts';
import { type LimitOptions, withLimits } from './raised-limits.ts';
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
export interface OpenOptions extends EngineOptions, LimitOptions, TrustOptions {
  /** Whether agents may have full access. */
  readonly allowFull?: boolean | undefined;
  /** The team file, when it is not the usual one. */
  readonly team?: string | undefined;
}

/** A new conversation of a team, logged under this folder. Nothing is written to it before somebody speaks. */
export async function beginConversation(
  terminal: Terminal,
  ownTeam: Team,
  trust: TeamTrust,
  options: OpenOptions,
): Promise<OpenConversation> {
  const { team: teamFile } = options;
  const team = withLimits(ownTeam, options);
  const prices = await loadPrices();
  const sessionId = newSessionId();
  const directory = sessionsDirectory();
  const address = engineAddress(options);
  const engine = address && (await openEngine(address));
  const conversation = createConversation({
    team,
    context: createAppContext(team),
    executor: createAppExecutor(team, trust, { directory, engine }, options),
    store:
      engine?.store.createPostgresStore({ database: engine.database, sessionId }) ??
      createLazyFileStore({ sessionId, directory, key: await ownSessionKey(terminal) }),
    prices,
  });
  const session = { sessionId, directory, engine };
  return { team, conversation, session, trust, resumeCommand: resumeCommand(session, teamFile, options) };
}

/**
 * A conversation as its log has it; nothing runs yet.
 * @throws UsageError when the session is another team's, unless the team file was named; CtxError `CTX_NOT_TRUSTED` when
 *   it is another user's, and nobody agrees to it.
 */
export async function reopenConversation(
  terminal: Terminal,
  ownTeam: Team,
  trust: TeamTrust,
  session: FoundSession,
  options: OpenOptions,
): Promise<OpenConversation> {
  const { team: teamFile } = options;
  const team = withLimits(ownTeam, options);
  const prices = await loadPrices();
  let store: SessionStore | undefined;
  try {
    store = await openFound(session);
    await requireOwnSession(terminal, session, store, options);
    await requireSameTeam(terminal, store, team, teamFile !== undefined);
    const conversation = await resumeConversation({
      team,
      context: createAppContext(team),
      executor: createAppExecutor(team, trust, session, options),
      store,
      prices,
    });
    return { team, conversation, session, trust, resumeCommand: resumeCommand(session, teamFile, options) };
  } catch (error) {
    await store?.close();
    throw error;
  }
}

// Only what a person agreed to runs; what it changes is recorded where it runs, and `ctx view` can show it meanwhile.
function createAppExecutor(
  team: Team,
  trust: TeamTrust,
  { directory, engine }: Pick<FoundSession, 'directory' | 'engine'>,
  { allowFull }: OpenOptions,
): TurnExecutor {
  if (engine !== undefined) {
    const { createBullmqExecutor, identifyTeam } = engine.executor;
    return createTrustedExecutor(createBullmqExecutor({ ...engine, team: identifyTeam(team) }), trust);
  }
  const local = createRecordingExecutor(createLocalExecutor({ team, allowFullAccess: allowFull }), { team });
  return createLiveExecutor(createTrustedExecutor(local, trust), { directory });
}

// As it can be typed in this folder: a session does not know which file its team came from.
function resumeCommand(session: FoundSession, teamFile: string | undefined, { engine }: EngineOptions): string {
  const from = engine === undefined ? '' : ` --engine ${quoteForShell(session.engine?.name ?? engine)}`;
  return `ctx resume${teamFile === undefined ? '' : ` -t ${quoteForShell(teamFile)}`}${from} ${nameOf(session)}`;
}
