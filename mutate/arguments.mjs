import { parseArgs } from 'node:util';

/**
 * Reads the command line.
 * @param {string[]} args
 * @param {string[]} allNames the targets it may name
 * @throws Error that says what is allowed.
 */
export function readArguments(args, allNames) {
  const { values, positionals } = parseArgs({
    args,
    options: { force: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !allNames.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown target ${unknown.join(', ')}. Targets are ${allNames.join(', ')}.`);
  const isWhole = positionals.length === 0;
  return {
    names: isWhole ? allNames : positionals,
    force: values.force,
    // RESULTS.md always has all targets, so a run of some targets does not write it.
    out: isWhole ? 'RESULTS.md' : undefined,
  };
}
