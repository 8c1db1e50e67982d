/**
 * Checks a value. Returns the path of the first wrong part, such as `message.speaker.type`, or `''` for the value itself;
 * `undefined` when the value is right. Not a schema library, for speed: every record of a log is checked each time it is
 * read, and a long session has 20,000 of them.
 */
export type Shape = (value: unknown) => string | undefined;

const WRONG = '';

/** A string. */
export const text: Shape = (value) => (typeof value === 'string' ? undefined : WRONG);

/** A string that is not empty. */
export const someText: Shape = (value) => (typeof value === 'string' && value !== '' ? undefined : WRONG);

/** A string, or a number that JSON can hold. */
export const textOrNumber: Shape = (value) => (typeof value === 'string' ? undefined : number(value));

/** `true` or `false`. */
export const flag: Shape = (value) => (typeof value === 'boolean' ? undefined : WRONG);

/** A number that JSON can hold. */
export const number: Shape = (value) => (Number.isFinite(value) ? undefined : WRONG);

/** A number of at least `minimum`. */
export function atLeast(minimum: number): Shape {
  return (value) => (Number.isFinite(value) && (value as number) >= minimum ? undefined : WRONG);
}

/** A whole number of at least `minimum`. */
export function wholeFrom(minimum: number): Shape {
  return (value) => (Number.isSafeInteger(value) && (value as number) >= minimum ? undefined : WRONG);
}

/** One of these values. */
export function oneOf(...values: readonly unknown[]): Shape {
  return (value) => (values.includes(value) ? undefined : WRONG);
}

/** A value of this shape, or `undefined`. */
export function optional(shape: Shape): Shape {
  return (value) => (value === undefined ? undefined : shape(value));
}

/** A value of this shape, or `null`. */
export function orNull(shape: Shape): Shape {
  return (value) => (value === null ? undefined : shape(value));
}

/** A list of values of this shape. */
export function list(shape: Shape): Shape {
  return (value) => {
    if (!Array.isArray(value)) return WRONG;
    for (let index = 0; index < value.length; index++) {
      const wrong = shape(value[index]);
      if (wrong !== undefined) return joined(String(index), wrong);
    }
    return undefined;
  };
}

/** An object with these fields, and possibly others. */
export function fields(shapes: Readonly<Record<string, Shape>>): Shape {
  const entries = Object.entries(shapes);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return WRONG;
    for (const [name, shape] of entries) {
      const wrong = shape((value as Record<string, unknown>)[name]);
      if (wrong !== undefined) return joined(name, wrong);
    }
    return undefined;
  };
}

function joined(name: string, path: string): string {
  return path === WRONG ? name : `${name}.${path}`;
}
