/**
 * The value, for use where a CLI expects one.
 *
 * @throws {TypeError} for a value the CLI could take for a flag
 */
export function plainValue(name: string, value: string): string {
  if (value.startsWith('-') || value === '')
    throw new TypeError(`${name} must not be empty or begin with "-": ${JSON.stringify(value)}`);
  return value;
}
