import { readFileSync } from 'node:fs';

/** The version of this package. Its package.json is one folder above both `src` and `dist`. */
export function ownVersion(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}
