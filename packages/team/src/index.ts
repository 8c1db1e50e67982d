export {
  createRecordingExecutor,
  DEFAULT_CHANGES_DIRECTORY,
  type RecordingExecutorOptions,
} from './changes/recording-executor.ts';
export { removeUnusedSnapshots } from './changes/remove-unused-snapshots.ts';
export { changesSince, type TurnChangesOptions } from './changes/turn-changes.ts';
export { type UndoneTurn, type UndoTurnOptions, undoTurn } from './changes/undo/undo-turn.ts';
export type {
  Conversation,
  ConversationOptions,
  ConversationStatus,
  DecideOptions,
  SendOptions,
  SetTaskOptions,
} from './conversation/conversation.ts';
export type {
  ConversationEvent,
  ConversationNotice,
  EndedEvent,
  QueueEvent,
  TurnEndEvent,
  TurnLostEvent,
  TurnStartEvent,
  UnresolvedEvent,
} from './conversation/conversation-event.ts';
export { createConversation } from './conversation/create-conversation.ts';
export type { LostTurnDecision } from './conversation/lost/decide-lost.ts';
export type { Reply, RequestOptions, RequestOutcome } from './conversation/request.ts';
export { type ResumeOptions, resumeConversation } from './conversation/resume-conversation.ts';
export { createTeamContext, type TeamContext, type TeamContextOptions } from './conversation/team-context.ts';
export { assembleForMember, type MemberPromptOptions } from './conversation/turn/assemble-for-member.ts';
export { promptHash, type SentPrompt } from './conversation/turn/prompt-hash.ts';
export type { PromptMaker } from './conversation/turn/prompt-settings.ts';
export {
  type RebuildOptions,
  type RebuiltPrompt,
  rebuildPrompt,
} from './conversation/turn/rebuild-prompt.ts';
export type { CostSum, SessionCosts } from './cost/cost-ledger.ts';
export { describeCost, formatUsd } from './cost/describe-cost.ts';
export { loadUserConfig, type UserConfig } from './cost/load-user-config.ts';
export type { ModelPrice, Prices } from './cost/prices.ts';
export { type ApiKeySource, apiKeySource } from './executor/api-driver.ts';
export { createLocalExecutor, type LocalExecutorOptions } from './executor/local-executor.ts';
export { type DriverSurroundings, type Executable, memberDriver } from './executor/member-driver.ts';
export { type MemberEnvironment, memberEnvironment } from './executor/member-environment.ts';
export { followLive, type LiveNews } from './live/follow-live.ts';
export { createLiveExecutor, type LiveOptions } from './live/live-executor.ts';
export type { LivePiece } from './live/live-file.ts';
export { humanSpeaker } from './members/human-speaker.ts';
export { createMemberDirectory, type MemberDirectory } from './members/member-directory.ts';
export { type Route, type RoutedCall, readRoute } from './routing/read-route.ts';
export { collectSession, type ExportedSession, exportJson, exportMarkdown } from './session/export-session.ts';
export { createFileCatalog, type FileCatalogOptions } from './session/file-catalog.ts';
export {
  createFileStore,
  DEFAULT_SESSIONS_DIRECTORY,
  type FileStore,
  type FileStoreOptions,
  sessionPath,
} from './session/file-store.ts';
export { createLazyFileStore } from './session/lazy-file-store.ts';
export { createMemoryStore } from './session/memory-store.ts';
export { type RemainingSession, remainingSessions } from './session/remaining-sessions.ts';
export { type RepairedSession, repairSession } from './session/repair-session.ts';
export { newSessionId } from './session/session-id.ts';
export { isOwnSession, loadSessionKey, signSession, userFolder } from './session/session-key.ts';
export { sessionMembers } from './session/session-members.ts';
export { closestName } from './team-file/closest-name.ts';
export { DEFAULT_TEAM_FILE, loadTeam } from './team-file/load-team.ts';
export { type ParseTeamOptions, parseTeam } from './team-file/parse-team.ts';
export type { AgentMember, HumanMember, PassedVariable, Team, TeamLimits, TeamMember } from './team-file/team.ts';
export { formatTeamFileProblem, TeamFileError, type TeamFileProblem } from './team-file/team-file-error.ts';
export { type FieldProblem, teamFileErrorAt } from './team-file/team-file-error-at.ts';
export { teamJsonSchema } from './team-file/team-json-schema.ts';
export type { ApiSettings, CommandOutput } from './team-file/team-schema.ts';
