/** Fields of the vendors' tools that describe a call best, in this order. */
const DESCRIPTIVE_FIELDS = ['command', 'file_path', 'path', 'pattern', 'query', 'url', 'prompt', 'description', 'name'];

/** A short description of a tool call: `Read src/session.ts`, `$ npm test`. Not yet safe to print. */
export function describeToolCall(name: string, input: unknown): string {
  return describeToolUse(name, toolCallDetail(name, input));
}

/** The same, from the tool's name and the detail that `toolCallDetail` gives. */
export function describeToolUse(name: string, detail: string): string {
  if (isShellTool(name)) return `$ ${detail}`;
  return detail === '' ? name : `${name} ${detail}`;
}

/** What a tool was used for, such as the command or the file. Empty if its input does not say. */
export function toolCallDetail(name: string, input: unknown): string {
  const detail = detailOf(input);
  return isShellTool(name) ? unwrapShell(detail) : detail;
}

/** A short description of a tool's result; `''` for a success without output. */
export function describeToolResult(output: string, isError: boolean): string {
  const lines = output.trim().split('\n');
  const [first = ''] = lines;
  if (isError) return first === '' ? 'failed' : `failed: ${first}`;
  return lines.length === 1 ? first : `${lines.length} lines`;
}

/** Whether a tool of that name runs commands, in any of the vendors' CLIs. */
export function isShellTool(name: string): boolean {
  return /^(bash|shell|run_shell_command|command_execution|exec)$/i.test(name);
}

// Codex reports the shell it used around the command.
function unwrapShell(command: string): string {
  return /^\S*sh -l?c '([\s\S]*)'$/.exec(command)?.[1] ?? command;
}

function detailOf(input: unknown): string {
  if (typeof input === 'string') return input;
  if (typeof input !== 'object' || input === null) return '';
  const fields = input as Record<string, unknown>;
  for (const field of DESCRIPTIVE_FIELDS) {
    const value = fields[field];
    if (typeof value === 'string' && value !== '') return value;
    if (Array.isArray(value) && value.every((part) => typeof part === 'string')) return value.join(' ');
  }
  const { changes } = fields;
  if (Array.isArray(changes) && changes.length > 0 && changes.every(namesFile)) {
    return changes.map(({ path }) => path).join(', ');
  }
  const text = JSON.stringify(input);
  return text === '{}' ? '' : text;
}

// Codex lists the files it changed.
function namesFile(change: unknown): change is { readonly path: string } {
  return typeof change === 'object' && change !== null && typeof (change as { path?: unknown }).path === 'string';
}
