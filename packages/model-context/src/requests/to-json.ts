/** JSON of any value. What has no JSON (a cycle, a bigint) becomes a JSON string that says so, never an exception. */
export function toJson(value: unknown, replacer?: (key: string, value: unknown) => unknown): string {
  try {
    return JSON.stringify(value, replacer) ?? 'null';
  } catch (error) {
    return JSON.stringify(`(not serializable: ${error instanceof Error ? error.message.split('\n')[0] : 'unknown'})`);
  }
}

/** True for an object that is no array, which is what services take as arguments and as a result. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
