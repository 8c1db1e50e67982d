import type { PromptContextMessage } from '@ctx/contract';

/** How text that is not the format's own is written into a line. */
export interface LineWriting {
  name(text: string): string;
  content(text: string): string;
}

/** How a format writes messages, in one way of writing. */
export interface MessageLine {
  /** A message and, where something was done, the line of ctx about it. */
  line(message: PromptContextMessage): string;
  /** What stands before and after the content of somebody's message. */
  around(from: string, to: string | undefined): { readonly before: string; readonly after: string };
  /** The line of ctx about what was done; '' where nothing was. */
  deeds(deeds: string | undefined): string;
}

/** Sender of what ctx itself has to say. No member can be called so. */
const RESERVED_SENDER = 'ctx';

const PLACES = /\{from\}|\{to\}/g;

/** Makes the `line` of a format usable. @throws TypeError unless it has a `{from}`, and `{content}` once. */
export function createMessageLine(template: string, { name, content }: LineWriting): MessageLine {
  const [head, tail, ...more] = template.split('{content}');
  if (head === undefined || tail === undefined || more.length > 0 || !template.includes('{from}')) {
    throw new TypeError(`A line needs {from}, and {content} once, got ${JSON.stringify(template)}`);
  }
  const around: MessageLine['around'] = (from, to = 'all') => {
    // In one go: a name may itself hold the text of a place.
    const fill = (half: string) => half.replace(PLACES, (place) => name(place === '{from}' ? from : to));
    return { before: fill(head), after: fill(tail) };
  };
  const write = (from: string, to: string | undefined, text: string): string => {
    const { before, after } = around(from, to);
    return before + content(text) + after;
  };
  const deedsLine: MessageLine['deeds'] = (deeds) => (deeds ? write(RESERVED_SENDER, undefined, deeds) : '');
  return {
    line({ from, to, content: said, deeds }) {
      const line = write(from, to, said);
      return deeds ? `${line}\n${deedsLine(deeds)}` : line;
    },
    around,
    deeds: deedsLine,
  };
}

/** Whether a line names the sender before what was said: only then can nobody's words pass for another's. */
export function beginsWithSender(template: string): boolean {
  return template.indexOf('{from}') < template.indexOf('{content}');
}
