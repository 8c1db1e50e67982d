import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const SCHEMA = join('node_modules', '@ctx', 'team', 'schema.json');

/**
 * Where an editor finds the schema of team files, relative to a team file: in the packages installed in its folder or
 * above it. Undefined if ctx is installed elsewhere, because a path of this machine does not belong in a team file.
 */
export function schemaAddress(teamFile: string): string | undefined {
  const start = dirname(resolve(teamFile));
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, SCHEMA))) {
      const address = relative(start, join(folder, SCHEMA));
      return address.startsWith('..') ? address : `./${address}`;
    }
    if (dirname(folder) === folder) return undefined;
  }
}
