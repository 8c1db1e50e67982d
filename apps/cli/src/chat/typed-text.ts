/** One thing a person typed. */
export interface TypedPart {
  readonly type: 'command' | 'message';
  readonly text: string;
}

/** A slash and a word. A path such as `/etc/hosts` and a comment such as `// why` are not commands. */
const COMMAND = /^\/[a-z]+(?:\s|$)/i;
/** Two slashes are for a message that begins like a command. */
const ESCAPED_COMMAND = /^\/\/[a-z]+(?:\s|$)/i;

/**
 * What came at once, in its parts: commands end with their line, everything from the first other line on is one message.
 * A paste may hold lines that only look like commands, so none is looked for after that.
 */
export function partsOfTyped(typed: string): TypedPart[] {
  const lines = typed.split('\n');
  const start = lines.findIndex((line) => !COMMAND.test(line) && line.trim() !== '');
  const commands = lines.slice(0, start === -1 ? lines.length : start).filter((line) => line.trim() !== '');
  const parts: TypedPart[] = commands.map((text) => ({ type: 'command', text }));
  if (start === -1) return parts;
  const text = lines.slice(start).join('\n');
  return [...parts, { type: 'message', text: ESCAPED_COMMAND.test(text) ? text.slice(1) : text }];
}
