import { readFileSync } from 'node:fs';

const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** The pinned version of a CLI, by the name of its npm package. */
export function pinnedVersion(packageName: string): string {
  return dependencies[packageName];
}
