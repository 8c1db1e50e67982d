import { visibleJson, visibleText } from '@ctx/agent-runner';

/** Makes control and invisible characters visible, so that the terminal does not act on them. */
export function safeText(text: string): string {
  return visibleText(text);
}

/** Does the same and puts the text on one line: line breaks and tabs become blanks, and the ends are trimmed. */
export function safeLine(text: string): string {
  return safeText(text.replace(/\s+/g, ' ')).trim();
}

/** JSON with the same characters escaped. JSON itself leaves some that terminals act on: C1, DEL, text direction. */
export function safeJson(value: unknown, indent?: number): string {
  return visibleJson(JSON.stringify(value, errorsAsData, indent));
}

// The fields of an Error are not enumerable, so JSON would leave them out.
function errorsAsData(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const code = (value as { code?: unknown }).code;
  return { name: value.name, ...(typeof code === 'string' ? { code } : {}), message: value.message };
}
