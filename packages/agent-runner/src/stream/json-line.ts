import type { AgentEvent } from '@ctx/contract';
import { stripEscapes } from './escape-stripper.ts';

/** A JSON object as it came, nothing known about it yet. */
export type JsonObject = { readonly [key: string]: unknown };

/** The object a line holds; `undefined` for a blank line, noise or a line that was cut off. Never throws. */
export function parseJsonLine(line: string): JsonObject | undefined {
  const first = line.charCodeAt(0);
  // Nearly every line begins with a brace; those that do not may do so behind a byte order mark, blanks or escapes.
  const text = first === 0x7b ? line : stripEscapes(line).trim();
  if (text.charCodeAt(0) !== 0x7b) return undefined;
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return undefined;
  }
}

/** What a parser makes of one line: of its object, or, where it holds none, a `raw` event; nothing of a blank line. */
export function readLine(line: string, readObject: (value: JsonObject) => AgentEvent[]): AgentEvent[] {
  const value = parseJsonLine(line);
  if (value !== undefined) return readObject(value);
  return line.trim() === '' ? [] : [{ type: 'raw', data: line }];
}

/** The value as an object; `undefined` for anything else. */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

/** The value as text; `''` for anything else. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The value as a finite number; `undefined` for anything else. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The value as a count; `undefined` for anything else. */
export function asCount(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}

/** The elements of an array; none for anything else. */
export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
