/**
 * A copy that shares nothing changeable with the original. Strings are immutable, so images in base64 cost nothing.
 * Dates, bytes, maps and sets are copied as what they are; `structuredClone` is not everywhere.
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
  // fromEntries defines properties, so that a key named `__proto__` stays a key.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyOf(item)]));
}
