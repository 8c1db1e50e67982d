import type { OpenConversation } from '../conversation/begin-conversation.ts';
import { defaultAddressees } from '../conversation/send-to.ts';

/** Who gets a text that names nobody. */
export interface Addressee {
  /**
   * Ids: the members chosen with `choose`, else the one agent that speaks, else the agent that spoke last. Empty while
   * several agents speak.
   */
  now(): readonly string[];
  /** Fixes the addressees from now on. Without ids, they again depend on who speaks. */
  choose(ids?: readonly string[]): void;
}

/** Creates the addressee for one person in a conversation. */
export function createAddressee(open: Pick<OpenConversation, 'conversation' | 'team'>): Addressee {
  let chosen: readonly string[] | undefined;
  return {
    now() {
      if (chosen !== undefined) return chosen;
      const speaking = open.conversation.status().running.map(({ member }) => member);
      if (speaking.length > 1) return [];
      return speaking.length === 1 ? speaking : defaultAddressees(open);
    },
    choose(ids) {
      chosen = ids;
    },
  };
}
