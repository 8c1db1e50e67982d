/**
 * For options that may come from JavaScript, where no compiler finds a misspelt name.
 * @param known has a property for each option there is
 * @throws TypeError for an option that nobody reads; it lists those there are.
 */
export function requireKnownOptions(options: object, known: object): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  throw new TypeError(`There is no option "${unknown}", only ${Object.keys(known).join(', ')}`);
}
