/**
 * A copy that shares no mutable object with the original. Strings are immutable, so base64 images are not duplicated.
 * Dates, bytes, maps and sets keep their type. `structuredClone` is not used because not every runtime has it.
 */
export function deepCopy<T>(value: T): T {
  return copyOf(value) as T;
}

function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  if (value instanceof Date) return new Date(value.getTime());
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [copyOf(key), copyOf(item)]));
  if (value instanceof Set) return new Set([...value].map(copyOf));
  if (value instanceof DataView) return new DataView(value.buffer.slice(0), value.byteOffset, value.byteLength);
  if (ArrayBuffer.isView(value)) return (value as Uint8Array).slice();
  // `fromEntries` defines properties instead of assigning them, so a key named `__proto__` stays an ordinary key.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyOf(item)]));
}
