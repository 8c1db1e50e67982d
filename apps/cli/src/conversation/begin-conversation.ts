import type { SessionStore, TurnExecutor } from '@ctx/contract';
import {
  type Conversation,
  createConversation,
  createLazyFileStore,
  createLiveExecutor,
  createLocalExecutor,
  loadUserConfig,
  newSessionId,
  resumeConversation,
  type Team,
  type TurnChangesOptions,
} from '@ctx/team';
import { type EngineOptions, engineAddress } from '../engine/engine-options.ts';
import { openEngine } from '../engine/open-engine.ts';
import { type FoundSession, openSession } from '../sessions/find-session.ts';
import { ownSessionKey } from '../sessions/own-session-key.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { requireOwnSession } from '../trust/own-session.ts';
import { withProjectTexts } from '../trust/project-files.ts';
import type { TeamTrust, TrustOptions } from '../trust/team-trust.ts';
import { createTrustedExecutor } from '../trust/trusted-executor.ts';
import { createAppContext } from './app-context.ts';
import { givenLimits, type LimitOptions } from './given-limits.ts';
import { changesFolder, sessionsDirectory } from './project-folder.ts';
import { requireReady } from './require-ready.ts';
import { resumeCommand } from './resume-command.ts';
import { requireSameTeam } from './same-team.ts';

/** An open conversation, and where its log is. */
export interface OpenConversation {
  readonly team: Team;
  readonly conversation: Conversation;
  readonly session: FoundSession;
  /** What the person has agreed to. */
  readonly trust: TeamTrust;
  /** The command that resumes the conversation. */
  readonly resumeCommand: string;
  /** Whether `--cut` was given. */
  readonly cut?: boolean | undefined;
  /** Whether the user wants to hear the end of a long turn. */
  readonly bell?: boolean | undefined;
}

/** The command line's options for opening a conversation. */
export interface OpenOptions extends EngineOptions, LimitOptions, TrustOptions {
  /** Whether agents may have full access. */
  readonly allowFull?: boolean | undefined;
  /** Leave out the middle of a message that does not fit, instead of refusing it. */
  readonly cut?: boolean | undefined;
  /** The team file, if it was given. */
  readonly team?: string | undefined;
}

/** Starts a new conversation, logged under this folder. The log is not created before the first message. */
export async function beginConversation(
  terminal: Terminal,
  team: Team,
  trust: TeamTrust,
  options: OpenOptions,
): Promise<OpenConversation> {
  const { prices, bell } = await loadUserConfig();
  const sessionId = newSessionId();
  const directory = sessionsDirectory();
  const address = engineAddress(options);
  const engine = address && (await openEngine(address));
  // With an engine, workers on other machines run the turns.
  const instructed = withProjectTexts(team, trust.projectTexts);
  if (engine === undefined) await requireReady(instructed, options);
  const conversation = createConversation({
    team: instructed,
    context: createAppContext(team),
    executor: createAppExecutor(team, trust, { directory, engine }, options),
    store:
      engine?.store.createPostgresStore({ database: engine.database, sessionId }) ??
      createLazyFileStore({ sessionId, directory, key: await ownSessionKey(terminal) }),
    limits: givenLimits(options),
    prices,
    changes: changesOf({ directory, engine }),
  });
  const session = { sessionId, directory, engine };
  return { team, conversation, session, trust, resumeCommand: resumeCommand(session, options), cut: options.cut, bell };
}

/**
 * Opens the conversation of an earlier session. No agent runs yet.
 * @throws UsageError if the session belongs to another team and no team file was given.
 * @throws CtxError `CTX_NOT_TRUSTED` if the session was not started by this user and the person does not agree to it.
 */
export async function reopenConversation(
  terminal: Terminal,
  team: Team,
  trust: TeamTrust,
  session: FoundSession,
  options: OpenOptions,
): Promise<OpenConversation> {
  const { prices, bell } = await loadUserConfig();
  const instructed = withProjectTexts(team, trust.projectTexts);
  if (session.engine === undefined) await requireReady(instructed, options);
  let store: SessionStore | undefined;
  try {
    store = await openSession(session);
    await requireOwnSession(terminal, session, store, options);
    await requireSameTeam(terminal, store, team, options.team !== undefined);
    const conversation = await resumeConversation({
      team: instructed,
      context: createAppContext(team),
      executor: createAppExecutor(team, trust, session, options),
      store,
      limits: givenLimits(options),
      prices,
      changes: changesOf(session),
    });
    return {
      team,
      conversation,
      session,
      trust,
      resumeCommand: resumeCommand(session, options),
      cut: options.cut,
      bell,
    };
  } catch (error) {
    await store?.close();
    throw error;
  }
}

// With an engine, workers record what a turn changes, on the machine where it runs.
function changesOf({ directory, engine }: Pick<FoundSession, 'directory' | 'engine'>): TurnChangesOptions | undefined {
  return engine === undefined ? { folder: changesFolder(directory) } : undefined;
}

// Runs only what a person has agreed to, and lets `ctx view` follow it.
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
  const local = createLocalExecutor({ team, allowFullAccess: allowFull });
  return createLiveExecutor(createTrustedExecutor(local, trust), { directory });
}
