/** JSON of any value. Never throws: a value without JSON (a cycle, a bigint) becomes a JSON string that says so. */
export function toJson(value: unknown, replacer?: (key: string, value: unknown) => unknown): string {
  try {
    return JSON.stringify(value, replacer) ?? 'null';
  } catch (error) {
    return JSON.stringify(`(not serializable: ${error instanceof Error ? error.message.split('\n')[0] : 'unknown'})`);
  }
}

/** True for an object that is not an array. Services accept only those as arguments and as results. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
