/**
 * Refuses unknown options, for callers that use JavaScript, where no compiler finds a misspelt name. `options` are the
 * options that remain after destructuring the known ones, or all options if `known` has the known names as keys.
 * @throws TypeError that names the first unknown option.
 */
export function requireNoMore(options: object, known: object = {}): void {
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(known, name)) throw new TypeError(`Unknown option "${name}"`);
  }
}
