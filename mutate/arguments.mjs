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
    options: { force: { type: 'boolean', default: false }, files: { type: 'string' } },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !allNames.includes(name));
  if (unknown.length > 0) throw new Error(`Unknown target ${unknown.join(', ')}. Targets are ${allNames.join(', ')}.`);
  if (values.files !== undefined && positionals.length !== 1) throw new Error('--files needs one target.');
  return {
    names: positionals.length === 0 ? allNames : positionals,
    force: values.force,
    // A pattern below the folder of the target, for example `src/markers/**/*.ts`.
    files: values.files,
  };
}
