import { readWorkspace } from '../repo-check/workspace.mjs';

/**
 * @typedef {object} PublicPackage
 * @property {string} name
 * @property {string} version
 * @property {string} tarball name of the file that `pnpm pack` makes of it
 */

/**
 * What is published of the tree at `root`, each package after those it depends on: whoever installs while a release is
 * under way finds all that is needed.
 * @param {string} root
 * @returns {PublicPackage[]}
 */
export function publicPackages(root) {
  const waiting = new Map(
    readWorkspace(root)
      .packages.filter(({ manifest }) => manifest.private !== true)
      .map(({ manifest }) => [String(manifest.name), manifest]),
  );
  /** @type {PublicPackage[]} */
  const ordered = [];
  while (waiting.size > 0) {
    for (const [name, { version = '', dependencies = {} }] of [...waiting]) {
      if (Object.keys(dependencies).some((dependency) => waiting.has(dependency))) continue;
      waiting.delete(name);
      ordered.push({ name, version, tarball: `${name.replace('@', '').replace('/', '-')}-${version}.tgz` });
    }
  }
  return ordered;
}
