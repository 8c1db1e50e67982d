import { readFileSync } from 'node:fs';

/** The version of this package; its package.json is one folder up, from the source as from the build. */
export function ownVersion(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}
