/**
 * A copy that shares nothing changeable with the original. Strings are immutable, so images in base64 cost nothing,
 * which is why this is not `structuredClone`; that is left for what is neither array nor plain object.
 */
export function deepCopy<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(deepCopy) as T;
  if (ArrayBuffer.isView(value) || value instanceof Date || value instanceof Map || value instanceof Set) {
    return structuredClone(value);
  }
  // fromEntries defines properties, so that a key named `__proto__` stays a key.
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, deepCopy(item)])) as T;
}
