import { visibleJson, visibleText } from '@ctx/agent-runner';

/** Text that a terminal shows and does not obey, with nothing hidden in it. */
export function safeText(text: string): string {
  return visibleText(text);
}

/** The same on one line: line breaks and tabs become blanks, blanks at the ends go. */
export function safeLine(text: string): string {
  return safeText(text.replace(/\s+/g, ' ')).trim();
}

/** JSON with the same characters escaped: what JSON itself lets pass (C1, DEL, direction) is still obeyed by terminals. */
export function safeJson(value: unknown, indent?: number): string {
  return visibleJson(JSON.stringify(value, errorsAsData, indent));
}

// An Error has no enumerable fields of interest to JSON.
function errorsAsData(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const code = (value as { code?: unknown }).code;
  return { name: value.name, ...(typeof code === 'string' ? { code } : {}), message: value.message };
}
