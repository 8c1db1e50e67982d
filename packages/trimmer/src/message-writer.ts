import type { PromptContextMessage } from '@ctx/contract';

/** Turns names and contents into text that is safe to put into a line. */
export interface LineEncoding {
  name(text: string): string;
  content(text: string): string;
}

/** Writes messages in one format and one encoding. */
export interface MessageWriter {
  /** The message and, if it has `deeds`, the line about them. */
  line(message: PromptContextMessage): string;
  /** The text before and after the content of a message. */
  around(from: string, to: string | undefined): { readonly before: string; readonly after: string };
  /** The line about what was done, or '' if there is nothing to tell. */
  deeds(deeds: string | undefined): string;
}

/** The sender of lines that ctx itself writes. No member can have this name. */
export const RESERVED_SENDER = 'ctx';

const NAMES = /\{from\}|\{to\}/g;

/** Makes a writer from the `line` of a format. @throws TypeError unless it has `{from}`, and `{content}` once. */
export function createMessageWriter(template: string, { name, content }: LineEncoding): MessageWriter {
  const [head = '', tail, ...more] = template.split('{content}');
  if (tail === undefined || more.length > 0 || !template.includes('{from}')) {
    throw new TypeError(`A line needs {from}, and {content} once, got ${JSON.stringify(template)}`);
  }
  const around: MessageWriter['around'] = (from, to = 'all') => {
    // Both names in one pass, because a name may itself be `{to}`.
    const fill = (part: string) => part.replace(NAMES, (found) => name(found === '{from}' ? from : to));
    return { before: fill(head), after: fill(tail) };
  };
  const write = (from: string, to: string | undefined, text: string): string => {
    const { before, after } = around(from, to);
    return before + content(text) + after;
  };
  const deedsLine: MessageWriter['deeds'] = (deeds) => (deeds ? write(RESERVED_SENDER, undefined, deeds) : '');
  return {
    line({ from, to, content: said, deeds }) {
      const line = write(from, to, said);
      return deeds ? `${line}\n${deedsLine(deeds)}` : line;
    },
    around,
    deeds: deedsLine,
  };
}

/**
 * Whether a line names the sender before the content. If not, the content could pretend to be another sender's line.
 */
export function beginsWithSender(template: string): boolean {
  return template.indexOf('{from}') < template.indexOf('{content}');
}
