/**
 * Returns the value if it is safe as the value of a flag.
 *
 * @throws {TypeError} for a value that the CLI could read as another flag
 */
export function plainValue(name: string, value: string): string {
  if (value.startsWith('-') || value === '') {
    throw new TypeError(`${name} must not be empty or begin with "-": ${JSON.stringify(value)}`);
  }
  return value;
}
