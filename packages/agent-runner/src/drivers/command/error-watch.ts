/** Separates error messages from answer text, for programs that write both to the same field. */
export interface ErrorWatch {
  /** The answer text that can be shown now. Text that may still turn out to be an error is held back. */
  delta(text: string): string;
  /** For a complete part of the answer: true if it is an error. */
  isError(text: string): boolean;
  /** Ends the current part. Returns the held-back text: it was not an error. */
  endPart(): string;
  /** The text of the last part, if it was an error. */
  errorText(): string | undefined;
}

/** Watches for parts of the answer that begin with one of these prefixes. */
export function createErrorWatch(prefixes: readonly string[]): ErrorWatch {
  /** The beginning of a part that may become an error; `undefined` when the part is known to be answer text. */
  let held: string | undefined = '';
  let errorText: string | undefined;
  let isInError = false;
  const isError = (text: string): boolean => prefixes.some((prefix) => text.startsWith(prefix));

  return {
    delta(text) {
      if (isInError) {
        errorText += text;
        return '';
      }
      if (held === undefined) return text;
      const part = held + text;
      if (isError(part)) {
        errorText = part;
        isInError = true;
        held = '';
        return '';
      }
      if (prefixes.some((prefix) => prefix.startsWith(part))) {
        held = part;
        return '';
      }
      held = undefined;
      errorText = undefined;
      return part;
    },
    isError(text) {
      errorText = isError(text) ? text : undefined;
      return errorText !== undefined;
    },
    endPart() {
      const rest = held ?? '';
      held = '';
      isInError = false;
      return rest;
    },
    errorText: () => errorText,
  };
}
