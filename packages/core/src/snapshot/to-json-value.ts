import { MAX_JSON_DEPTH } from '@ctx/contract';

/**
 * A deep copy of `value` as plain JSON data. Dates become ISO strings, and `undefined` properties are left out. `path`
 * names the value in errors.
 * @throws TypeError with the path of a value that JSON cannot represent.
 */
export function toJsonValue(value: unknown, path: string, ancestors: readonly unknown[] = []): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  // JSON has no -0.
  if (Number.isFinite(value)) return value === 0 ? 0 : value;
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  if (ancestors.includes(value)) throw new TypeError(`${path} contains itself`);
  if (ancestors.length > MAX_JSON_DEPTH) throw new TypeError(`${path} is nested deeper than ${MAX_JSON_DEPTH} levels`);
  const within = [...ancestors, value];
  if (Array.isArray(value)) {
    return Array.from(value, (item, index) => toJsonValue(item, `${path}[${index}]`, within));
  }
  if (isPlainObject(value)) {
    // `fromEntries`, because assigning to a key named __proto__ would set the prototype.
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, property]) => property !== undefined)
        .map(([key, property]) => [key, toJsonValue(property, `${path}.${key}`, within)]),
    );
  }
  throw new TypeError(`${path} cannot be represented in JSON`);
}

/** True for objects made by a literal or by `JSON.parse`, also in another realm. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object') return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
