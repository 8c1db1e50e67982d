import { requireNoMore, SESSION_LOG_VERSION, type SessionRecord } from '@ctx/contract';
import { changedLimits, limitsInForce } from '../cost/limits-in-force.ts';
import { createLocalExecutor } from '../executor/local-executor.ts';
import { createLazyFileStore } from '../session/lazy-file-store.ts';
import { newSessionId } from '../session/session-id.ts';
import { sessionMembers } from '../session/session-members.ts';
import type { Conversation, ConversationOptions } from './conversation.ts';
import { createConversationState, type StateSnapshot, snapshotState } from './conversation-state.ts';
import { openConversation } from './open-conversation.ts';
import { createStoreClaim } from './output/store-claim.ts';
import { lastCompleted } from './replay/last-completed.ts';
import { readConversationSnapshot } from './replay/read-conversation-snapshot.ts';
import { createTeamContext } from './team-context.ts';

const KNOWN_OPTIONS: Readonly<Record<keyof ConversationOptions, true>> = {
  team: true,
  context: true,
  executor: true,
  store: true,
  sessionId: true,
  snapshot: true,
  eventBuffer: true,
  limits: true,
  prices: true,
  cancelGraceMs: true,
  changes: true,
};

/**
 * Creates a conversation of a team. Nothing runs and nothing is written until somebody speaks. The store must be empty
 * then; otherwise the first write fails with `CTX_STORE_CONFLICT` (use `resumeConversation`). Messages and task that the
 * context or the snapshot already holds are written to the log first, so that the log is complete.
 * @throws TypeError for an unknown option.
 * @throws CtxError `CTX_INVALID_SNAPSHOT` for a malformed `snapshot`.
 */
export function createConversation(options: ConversationOptions): Conversation {
  requireNoMore(options, KNOWN_OPTIONS);
  const { team } = options;
  const sessionId = options.sessionId ?? options.store?.sessionId ?? newSessionId();
  const context = options.context ?? createTeamContext({ team });
  const executor = options.executor ?? createLocalExecutor({ team });
  const store = options.store ?? createLazyFileStore({ sessionId });

  let restored: StateSnapshot | undefined;
  if (options.snapshot !== undefined) {
    const snapshot = readConversationSnapshot(options.snapshot);
    context.importSnapshot(snapshot.context);
    restored = snapshot;
  }
  const { task = '' } = team;
  if (context.getTeamTask() === null && task.trim() !== '') context.setTeamTask(task);

  const limits = limitsInForce(options.limits, team.limits);
  const state = createConversationState(restored, lastCompleted(context));
  const at = Date.now();
  const opening: SessionRecord[] = [
    {
      type: 'session-start',
      version: SESSION_LOG_VERSION,
      sessionId,
      team: team.name,
      members: sessionMembers(team),
      at,
    },
  ];
  opening.push(...changedLimits(limits, team.limits));
  if (context.getLatestMessage() !== null || restored !== undefined) {
    const snapshot = { version: 1, context: context.exportSnapshot(), ...snapshotState(state) } as const;
    opening.push({ type: 'snapshot', snapshot, at });
  } else if (context.getTeamTask() !== null) {
    opening.push({ type: 'task', task: context.getTeamTask(), at });
  }
  const { eventBuffer, cancelGraceMs, prices, changes } = options;
  return openConversation({
    team: { ...team, limits },
    sessionId,
    context,
    executor,
    store,
    claim: createStoreClaim(store),
    state,
    seq: 0,
    opening,
    eventBuffer,
    cancelGraceMs,
    prices,
    changes,
  });
}
