/** An answer while it arrives. A part of it may be held back. */
export interface HeldText {
  /** The text that can be shown now. */
  push(text: string): string;
  /** Returns the held-back text and stops holding back. */
  take(): string;
}

/**
 * Holds back an answer from the point where a tool call may begin, for models that write calls into their text. The
 * text before is shown as it arrives.
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
      // White space before a call is removed with it, so it is held back too.
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
