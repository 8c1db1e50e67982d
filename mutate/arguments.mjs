import { parseArgs } from 'node:util';

/**
 * Reads the command line; `allNames` are the targets it may name.
 * @param {string[]} args
 * @param {string[]} allNames
 * @throws Error that says what to write instead.
 */
export function readArguments(args, allNames) {
  const { values, positionals } = parseArgs({
    args,
    options: { force: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !allNames.includes(name));
  if (unknown.length > 0) throw new Error(`Targets are ${allNames.join(', ')}; not ${unknown.join(', ')}.`);
  const isWhole = positionals.length === 0;
  return {
    names: isWhole ? allNames : positionals,
    force: values.force,
    // A table with some of the rows would hide the others.
    out: isWhole ? 'RESULTS.md' : undefined,
  };
}
