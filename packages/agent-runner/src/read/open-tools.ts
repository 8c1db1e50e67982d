import type { AgentEvent } from '@ctx/contract';

/** Tracks the tool calls that have no result yet. */
export interface OpenTools {
  note(event: AgentEvent): void;
  readonly isAnyOpen: boolean;
}

/** Creates a tracker without open calls. They are tracked by id, since results may come in another order. */
export function createOpenTools(): OpenTools {
  const openIds = new Set<string>();
  return {
    note(event) {
      if (event.type === 'tool-call') openIds.add(event.id);
      else if (event.type === 'tool-result') openIds.delete(event.id);
    },
    get isAnyOpen() {
      return openIds.size > 0;
    },
  };
}
