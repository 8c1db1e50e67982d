import type { IContextProvider, TurnExecutor } from '@ctx/contract';
import type { TurnChanges } from '../changes/turn-changes.ts';
import type { Prices } from '../cost/prices.ts';
import type { MemberDirectory } from '../members/member-directory.ts';
import type { Team } from '../team-file/team.ts';
import type { ConversationState } from './conversation-state.ts';
import type { EventHub } from './output/event-hub.ts';
import type { SessionJournal } from './output/session-journal.ts';

/**
 * An open conversation: its parts and its state. Every function of this folder that moves the conversation gets it as its
 * first argument. `open-conversation.ts` says how the folders work together.
 */
export interface LiveConversation {
  readonly team: Team;
  readonly sessionId: string;
  readonly directory: MemberDirectory;
  readonly context: IContextProvider;
  readonly executor: TurnExecutor;
  readonly journal: SessionJournal;
  readonly hub: EventHub;
  readonly state: ConversationState;
  readonly cancelGraceMs: number;
  readonly prices: Prices | undefined;
  /** Missing: the executor reports what a turn changed, if anybody does. */
  readonly changes: TurnChanges | undefined;
}
