/**
 * Holds back an answer from where a tool call may begin, for models that write calls into their text: what comes
 * before is shown as it arrives, the rest only once it is known to be words.
 */
export class HeldText {
  #held = '';
  #isHolding = false;

  /** What may be shown now. */
  push(text: string): string {
    const all = this.#held + text;
    if (this.#isHolding) {
      this.#held = all;
      return '';
    }
    const at = all.search(/```|\{|`{1,2}$/);
    this.#isHolding = at >= 0 && (all[at] === '{' || all.startsWith('```', at));
    // White space before a call would go with it, so it waits for what follows.
    const shown = (at < 0 ? all : all.slice(0, at)).trimEnd();
    this.#held = all.slice(shown.length);
    return shown;
  }

  /** What was held back; after it, nothing is. */
  take(): string {
    const held = this.#held;
    this.#held = '';
    this.#isHolding = false;
    return held;
  }
}
