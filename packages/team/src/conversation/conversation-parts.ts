import type { IContextProvider, TurnExecutor } from '@ctx/contract';
import type { MemberDirectory } from '../members/member-directory.ts';
import type { Team } from '../team-file/team.ts';
import type { ConversationEvent } from './conversation-event.ts';
import type { ConversationState } from './conversation-state.ts';
import type { EventHub } from './event-hub.ts';
import type { SessionJournal } from './session-journal.ts';

/** What the pieces of one conversation share. */
export interface ConversationParts {
  readonly team: Team;
  readonly sessionId: string;
  readonly directory: MemberDirectory;
  readonly context: IContextProvider;
  readonly executor: TurnExecutor;
  readonly journal: SessionJournal;
  readonly hub: EventHub;
  readonly state: ConversationState;
  readonly cancelGraceMs: number;
}

/** Tells events that belong together without anything coming in between, then waits for slow readers. */
export function announce(hub: EventHub, events: readonly ConversationEvent[]): Promise<void> | undefined {
  let wait: Promise<void> | undefined;
  for (const event of events) wait = hub.publish(event) ?? wait;
  return wait;
}
