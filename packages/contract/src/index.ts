export type {
  AgentDriver,
  CommandPlan,
  Place,
  PlannedFile,
  ProcessDriver,
  ProcessExit,
  SessionFolder,
  StreamDriver,
  TurnParser,
} from './agent-driver.ts';
export type { AgentEvent, NoticeEvent } from './agent-event.ts';
export type { AgentTurn } from './agent-turn.ts';
export { type AgentType, normalizeAgentType } from './agent-type.ts';
export type { AssemblerInput, CurrentMessage, MessageCut } from './assembler-input.ts';
export type { AssemblerOutput } from './assembler-output.ts';
export type { IContextAssembler, SectionName } from './context-assembler.ts';
export { ContextBudgetError } from './context-budget-error.ts';
export type { AgentContextOptions, ContextManagerOptions, StrippingMode } from './context-options.ts';
export type {
  AssembleOptions,
  ChunkedPrompt,
  ContextSettings,
  ExplainedPrompt,
  IContextProvider,
} from './context-provider.ts';
export type { ContextSnapshot } from './context-snapshot.ts';
export type { ConversationMessage, MessageRouting, NewMessage, Speaker } from './conversation-message.ts';
export type { ConversationSnapshot, HeldFloor } from './conversation-snapshot.ts';
export { CtxError, type CtxErrorCode } from './ctx-error.ts';
export { isTooDeep, MAX_JSON_DEPTH } from './json-depth.ts';
export type { Block, CuttableBlock, FixedBlock, Layout, MessagesBlock } from './layout.ts';
export { DEFAULT_CONTEXT_WINDOW_SIZE, DEFAULT_MAX_BYTES, MAX_TEAM_TASK_BYTES } from './limits.ts';
export type { Logger } from './logger.ts';
export type { LostTurn } from './lost-turn.ts';
export type { MessageFilter } from './message-filter.ts';
export type { NativeSession, NativeSessionBasis } from './native-session.ts';
export type { PromptContextMessage } from './prompt-context-message.ts';
export type { Intent, QueueEntry } from './queue-entry.ts';
export type {
  FullPromptReason,
  Receipt,
  ReceiptContext,
  ReceiptMemory,
  ReceiptMessage,
  ReceiptSection,
  ReceiptTokens,
} from './receipt.ts';
export { requireNoMore } from './require-no-more.ts';
export type { ResumedSession } from './resumed-session.ts';
export type { SessionCatalog, SessionSelection, SessionSummary } from './session-catalog.ts';
export {
  type FloorRecord,
  type LimitsRecord,
  type MessageRecord,
  type ModelRecord,
  type NativeSessionRecord,
  type PromptSettingsRecord,
  type QueueRecord,
  SESSION_LOG_VERSION,
  type SessionLimits,
  type SessionMember,
  type SessionRecord,
  type SessionStartRecord,
  type SnapshotRecord,
  type TaskRecord,
  type TurnEndRecord,
  type TurnStartRecord,
  type UndoRecord,
} from './session-record.ts';
export type { AppendOptions, SessionStore, StoredRecord } from './session-store.ts';
export type { TokenCounter } from './token-counter.ts';
export type { TrailEntry } from './trail-entry.ts';
export type { MemberSessions, TurnExecutionOptions, TurnExecutor } from './turn-executor.ts';
export type { EnforcedPermissions, Permissions, TurnInput } from './turn-input.ts';
export type { AgentFailure, TurnResult } from './turn-result.ts';
export type { SessionTotals, Usage } from './usage.ts';
export type { ChangedFiles, FileChange, MeanwhileChanges, WorkTreeChanges } from './work-tree-changes.ts';
