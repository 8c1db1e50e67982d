/**
 * For options that may come from JavaScript, where no compiler finds a misspelt name. Takes what is left of them when all
 * that are known are taken out; or, where that is too slow, all of them and an object with the names that are known.
 * @throws TypeError that names an option that nobody reads.
 */
export function requireNoMore(options: object, known: object = {}): void {
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(known, name)) throw new TypeError(`There is no option "${name}"`);
  }
}
