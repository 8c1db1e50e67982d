import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @import { Rule } from './workspace.mjs' */

/**
 * The lockfile lists exactly the packages that exist. An install with a frozen lockfile does not notice one that is gone.
 * @type {Rule}
 */
export function lockfileListsPackages({ root, packages }) {
  const file = 'pnpm-lock.yaml';
  if (!existsSync(join(root, file))) return [];
  const listed = importersIn(readFileSync(join(root, file), 'utf8')).filter((folder) => folder !== '.');
  const folders = packages.map(({ folder }) => folder);
  return [
    ...listed
      .filter((folder) => !folders.includes(folder))
      .map((folder) => `lists ${folder}, which is not in this repo`),
    ...folders.filter((folder) => !listed.includes(folder)).map((folder) => `does not list ${folder}`),
  ].map((finding) => `${file}: ${finding}; run npx pnpm install`);
}

/**
 * Changesets name packages of this repo. One that does not would stop the next release.
 * @type {Rule}
 */
export function changesetsNamePackages({ root, packages }) {
  const folder = join(root, '.changeset');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .sort()
    .flatMap((file) =>
      namesIn(readFileSync(join(folder, file), 'utf8'))
        .filter((name) => !packages.some(({ manifest }) => manifest.name === name))
        .map((name) => `.changeset/${file}: names ${name}, which is not in this repo`),
    );
}

/**
 * The folders of the packages in a lockfile: the keys of `importers`.
 * @param {string} lockfile
 */
function importersIn(lockfile) {
  const [, importers = ''] = lockfile.split(/^importers:$/m);
  const [block = ''] = importers.split(/^\S/m);
  return Array.from(block.matchAll(/^ {2}(\S+):( \{\})?$/gm), ([, folder]) => String(folder));
}

/**
 * The packages that a changeset names between its `---` lines.
 * @param {string} changeset
 */
function namesIn(changeset) {
  const [, front = ''] = changeset.split(/^---$/m);
  return Array.from(front.matchAll(/^["']?([^"'\n]+?)["']?:/gm), ([, name]) => String(name));
}
