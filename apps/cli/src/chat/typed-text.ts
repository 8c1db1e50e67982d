import { commandAtStart } from './slash-commands.ts';

/** A command or a message in a typed text. */
export interface TypedPart {
  readonly type: 'command' | 'message';
  readonly text: string;
}

/** A slash and a word. A path such as `/etc/hosts` and a comment such as `// why` are not commands. */
const COMMAND = /^\/[a-z]+(?:\s|$)/i;
/** The command whose text may have several lines. */
const TEXT_COMMAND = /^\/task(?:\s|$)/i;

/**
 * Splits a typed text into its commands, one per line, and one message that begins at the first line that is not a
 * command. Lines of the message that look like commands are text: it may have been pasted.
 */
export function partsOfTyped(typed: string): TypedPart[] {
  const lines = typed.split('\n');
  const parts: TypedPart[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const rest = () => lines.slice(index).join('\n');
    if (!isCommand(line)) {
      const text = rest();
      // Two slashes escape a message that would begin like a command.
      const isEscaped = text.startsWith('//') && isCommand(text.slice(1));
      return [...parts, { type: 'message', text: isEscaped ? text.slice(1) : text }];
    }
    if (TEXT_COMMAND.test(line)) return [...parts, { type: 'command', text: rest() }];
    parts.push({ type: 'command', text: line });
  }
  return parts;
}

/** Whether a typed text begins with a command. */
export function beginsWithCommand(typed: string): boolean {
  return partsOfTyped(typed)[0]?.type === 'command';
}

// A line such as `/cost/to max` begins with the name of a command: a mistake, but not a text for an agent.
function isCommand(line: string): boolean {
  return COMMAND.test(line) || commandAtStart(line) !== undefined;
}
