/**
 * For options that may come from JavaScript, where no compiler finds a misspelt name: takes what is left of them when all
 * that are known are taken out. The type makes sure that none was forgotten.
 * @throws TypeError that names an option that nobody reads.
 */
export function requireNoMore(unknown: Record<string, never>): void {
  for (const name of Object.keys(unknown)) throw new TypeError(`There is no option "${name}"`);
}
