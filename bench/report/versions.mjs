import { readFileSync } from 'node:fs';

/** The versions of all measured libraries by package name. Node's own modules have Node's version. */
export function readVersions() {
  const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const foreign = Object.entries(dependencies).filter(([, version]) => !version.startsWith('link:'));
  return { ...Object.fromEntries(foreign), 'node:readline': process.versions.node };
}
