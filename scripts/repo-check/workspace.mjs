import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {Record<string, string>} Versions
 *
 * @typedef {object} Manifest the content of a package.json, not yet checked
 * @property {string} [name]
 * @property {string} [version]
 * @property {boolean} [private]
 * @property {Record<string, unknown>} [exports]
 * @property {Record<string, string>} [bin]
 * @property {Versions} [dependencies]
 * @property {Versions} [devDependencies]
 * @property {Versions} [peerDependencies]
 * @property {Versions} [optionalDependencies]
 *
 * @typedef {object} Package
 * @property {string} folder relative to the root, with forward slashes
 * @property {Manifest & Record<string, any>} manifest
 *
 * @typedef {object} SourceFile
 * @property {string} path relative to the root, with forward slashes
 * @property {string} text
 *
 * @typedef {object} Workspace
 * @property {string} root
 * @property {readonly Package[]} packages packages, apps and templates, which pnpm links
 * @property {readonly Package[]} outsiders folders with their own install
 * @property {readonly SourceFile[]} sources TypeScript and JavaScript of packages, apps, templates, scripts, and
 *   folders with their own install
 *
 * @typedef {(workspace: Workspace) => string[]} Rule returns one line per violation
 */

const MEMBER_FOLDERS = ['packages', 'apps', 'templates'];
/** Folders with their own install, so that `npm test` does not have to install what only they need. */
const OWN_INSTALLS = ['bench', 'e2e', 'mutate'];
const SOURCE_FOLDERS = [...MEMBER_FOLDERS, 'scripts', ...OWN_INSTALLS];
const NOT_SOURCE = new Set(['node_modules', 'dist', '__fixtures__', '.turbo', '.tmp']);

/**
 * Reads everything that the rules check.
 * @param {string} root
 * @returns {Workspace}
 */
export function readWorkspace(root) {
  return {
    root,
    packages: MEMBER_FOLDERS.flatMap((folder) => packagesIn(root, folder)),
    outsiders: [...OWN_INSTALLS.flatMap((folder) => packageAt(root, folder)), ...packagesIn(root, 'examples')],
    sources: SOURCE_FOLDERS.flatMap((folder) => sourcesIn(root, folder)),
  };
}

/** @param {string} root @param {string} folder @returns {Package[]} */
function packagesIn(root, folder) {
  return entries(root, folder)
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => packageAt(root, `${folder}/${entry.name}`));
}

/** @param {string} root @param {string} folder @returns {Package[]} */
function packageAt(root, folder) {
  const file = join(root, folder, 'package.json');
  if (!existsSync(file)) return [];
  return [{ folder, manifest: JSON.parse(readFileSync(file, 'utf8')) }];
}

/** @param {string} root @param {string} folder @returns {SourceFile[]} */
function sourcesIn(root, folder) {
  return entries(root, folder).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (NOT_SOURCE.has(entry.name)) return [];
    if (entry.isDirectory()) return sourcesIn(root, path);
    if (!/\.(ts|mts|tsx|mjs|js)$/.test(entry.name)) return [];
    return [{ path, text: readFileSync(join(root, path), 'utf8') }];
  });
}

/** @param {string} root @param {string} folder */
function entries(root, folder) {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
}
