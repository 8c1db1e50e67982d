/** An answer while it arrives, of which a part may be held back. */
export interface HeldText {
  /** What may be shown now. */
  push(text: string): string;
  /** What was held back; after it, nothing is. */
  take(): string;
}

/**
 * Holds back an answer from where a tool call may begin, for models that write calls into their text: what comes
 * before is shown as it arrives, the rest only once it is known to be words.
 */
export function createHeldText(): HeldText {
  let held = '';
  let isHolding = false;
  return {
    push(text) {
      const all = held + text;
      if (isHolding) {
        held = all;
        return '';
      }
      const at = all.search(/```|\{|`{1,2}$/);
      isHolding = at >= 0 && (all[at] === '{' || all.startsWith('```', at));
      // White space before a call would go with it, so it waits for what follows.
      const shown = (at < 0 ? all : all.slice(0, at)).trimEnd();
      held = all.slice(shown.length);
      return shown;
    },
    take() {
      const taken = held;
      held = '';
      isHolding = false;
      return taken;
    },
  };
}
