import type { JsonObject } from '../json-fields.ts';
import type { Place, Where } from './output-mapping.ts';

/** The keys of a path. */
export type JsonPath = readonly string[];

/** Splits a path at its dots. `list[0]` is the same as `list.0`; `list[]` and `list[*]` are the same as `list.*`. */
export function parsePath(path: string): JsonPath {
  return path.replaceAll(/\[(\d*|\*)\]/g, (_, index: string) => `.${index || '*'}`).split('.');
}

/** The value at a path. A `*` gives the list of the values at the rest of the path, one for each element. */
export function valueAt(value: unknown, path: JsonPath, from = 0): unknown {
  let current = value;
  for (let index = from; index < path.length; index++) {
    if (typeof current !== 'object' || current === null) return undefined;
    const key = path[index]!;
    if (key === '*') {
      if (!Array.isArray(current)) return undefined;
      return current.map((element) => valueAt(element, path, index + 1)).filter((element) => element !== undefined);
    }
    if (!Object.hasOwn(current, key)) return undefined;
    current = (current as JsonObject)[key];
  }
  return current;
}

/** The text at a path: a string, or the strings of a list joined; `undefined` if there is none. */
export function textAt(value: unknown, path: JsonPath): string | undefined {
  const found = valueAt(value, path);
  if (typeof found === 'string') return found;
  if (!Array.isArray(found)) return undefined;
  const texts = found.filter((element) => typeof element === 'string');
  return texts.length === 0 ? undefined : texts.join('');
}

/** True if a line meets the conditions. */
export type LineTest = (line: JsonObject) => boolean;

/** The conditions as a function. */
export function compileWhere(where: Where): LineTest {
  const conditions = Object.entries(where).map(([path, wanted]) => ({ path: parsePath(path), wanted }));
  return (line) => conditions.every(({ path, wanted }) => valueAt(line, path) === wanted);
}

/** The place as a function that gives the text of a line; `undefined` if the line has none. */
export function compilePlace(place: Place): (line: JsonObject) => string | undefined {
  const test = place.where && compileWhere(place.where);
  const path = parsePath(place.path);
  return (line) => (test === undefined || test(line) ? textAt(line, path) : undefined);
}
