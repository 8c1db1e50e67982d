import type { OpenConversation } from '../conversation/begin-conversation.ts';
import { usualAddressees } from '../conversation/send-to.ts';

/** Whom plain text is for, at any moment. */
export interface Addressee {
  /** Ids. Whoever was chosen, else the one agent that speaks, else whoever spoke last. Nobody while several speak. */
  now(): readonly string[];
  /** From now on these, whoever speaks; without ids, as before. */
  choose(ids?: readonly string[]): void;
}

/** The addressee of one person in a conversation. */
export function createAddressee(open: Pick<OpenConversation, 'conversation' | 'team'>): Addressee {
  let chosen: readonly string[] | undefined;
  return {
    now() {
      if (chosen !== undefined) return chosen;
      const speaking = open.conversation.status().running.map(({ member }) => member);
      if (speaking.length > 1) return [];
      return speaking.length === 1 ? speaking : usualAddressees(open);
    },
    choose(ids) {
      chosen = ids;
    },
  };
}
