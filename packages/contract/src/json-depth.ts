/**
 * The deepest that JSON data from outside may be nested: no list or object lies inside more than this many others. Deeper
 * data exhausts the stack of whoever copies or writes it.
 */
export const MAX_JSON_DEPTH = 200;

/** Whether JSON data is nested deeper than `MAX_JSON_DEPTH`. Looks no deeper than that, so it never exhausts the stack. */
export function isTooDeep(value: unknown): boolean {
  return reaches(value, MAX_JSON_DEPTH + 1);
}

function reaches(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((part) => reaches(part, depth - 1));
}
