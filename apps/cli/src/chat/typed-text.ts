/** One thing a person typed. */
export interface TypedPart {
  readonly type: 'command' | 'message';
  readonly text: string;
}

/** A slash and a word. A path such as `/etc/hosts` and a comment such as `// why` are not commands. */
const COMMAND = /^\/[a-z]+(?:\s|$)/i;
/** Two slashes are for a message that begins like a command. */
const ESCAPED_COMMAND = /^\/\/[a-z]+(?:\s|$)/i;
/** Takes everything that follows, line ends included. */
const TEXT_COMMAND = /^\/task(?:\s|$)/i;

/**
 * What came at once, in its parts: commands end with their line, everything from the first other line on is one message.
 * A paste may hold lines that only look like commands, so none is looked for after that.
 */
export function partsOfTyped(typed: string): TypedPart[] {
  const lines = typed.split('\n');
  const parts: TypedPart[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const rest = () => lines.slice(index).join('\n');
    if (!COMMAND.test(line)) {
      const text = rest();
      return [...parts, { type: 'message', text: ESCAPED_COMMAND.test(text) ? text.slice(1) : text }];
    }
    if (TEXT_COMMAND.test(line)) return [...parts, { type: 'command', text: rest() }];
    parts.push({ type: 'command', text: line });
  }
  return parts;
}
