/** A JSON object that has not been checked. */
export type JsonObject = { readonly [key: string]: unknown };

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
  return Number.isFinite(value) ? (value as number) : undefined;
}

/** The value as a whole number of at least 0; `undefined` for anything else. */
export function asCount(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
}

/** The value as an array; an empty one for anything else. */
export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
