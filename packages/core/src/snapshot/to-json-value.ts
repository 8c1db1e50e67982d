const MAX_DEPTH = 200;

/**
 * A deep copy of `value` as JSON holds it: dates become ISO strings, properties that are `undefined` go.
 * @throws TypeError that names the place of anything JSON cannot hold.
 */
export function toJsonValue(value: unknown, path: string, ancestors: readonly unknown[] = []): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (Number.isFinite(value)) return value === 0 ? 0 : value;
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  if (ancestors.includes(value)) throw new TypeError(`${path} holds itself`);
  if (ancestors.length > MAX_DEPTH) throw new TypeError(`${path} is nested deeper than ${MAX_DEPTH} levels`);
  const within = [...ancestors, value];
  if (Array.isArray(value)) {
    return Array.from(value, (item, index) => toJsonValue(item, `${path}[${index}]`, within));
  }
  if (isPlainObject(value)) {
    // From entries, because assigning to a key named __proto__ would set a prototype.
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, property]) => property !== undefined)
        .map(([key, property]) => [key, toJsonValue(property, `${path}.${key}`, within)]),
    );
  }
  throw new TypeError(`${path} is something that JSON cannot hold`);
}

/** True for objects made by a literal or by JSON.parse, of any realm. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object') return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
