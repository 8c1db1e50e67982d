import type { IContextProvider, TurnExecutor } from '@ctx/contract';
import type { Prices } from '../cost/prices.ts';
import type { MemberDirectory } from '../members/member-directory.ts';
import type { Team } from '../team-file/team.ts';
import type { ConversationState } from './conversation-state.ts';
import type { EventHub } from './telling/event-hub.ts';
import type { SessionJournal } from './telling/session-journal.ts';

/** A conversation that is open: what it is made of and where it stands. The floor and the turns work on it. */
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
}
